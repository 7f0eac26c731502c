import { createSvcClient, type SvcClient, systemClock, ValidationError } from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { callBuilt, callOperations } from "./call-operations.ts";
import { type Fact, reportFacts } from "./facts.ts";
import { runPaced } from "./paced-run.ts";
import { accent, dim, good, print, strong } from "./paint.ts";

const LIMIT = 20;
const CALLS = 80;

const facts = [...(await tourOperations()), ...(await tourPacing())];
print("");
reportFacts(facts);
process.exitCode = facts.every((fact) => fact.holds) ? 0 : 1;

/** Calls every operation of the document, and one with an argument that the service rejects. */
async function tourOperations(): Promise<Fact[]> {
  const fake = createFakeSvc({ clock: systemClock });
  const server = await fake.listen({ port: 0 });
  const svc = createSvcClient({ baseUrl: server.url, auth: "tour-key", requestOrigin: "tour" });
  try {
    print(
      "",
      strong("Every operation of the document"),
      dim(`over HTTP, served by the fake at ${server.url}`),
    );
    for (const { method, result } of await callOperations(svc, fake))
      print(`${good("✓")} ${method.padEnd(28)} ${dim(result)}`);
    const refusal = await showRefusal(svc, fake);
    const called = new Set([...fake.calls].map((call) => call.operation));
    return [
      {
        holds: fake.model.operations.every(({ id }) => called.has(id)),
        statement: `${called.size} of ${fake.model.operations.length} operations called`,
      },
      { holds: refusal, statement: "an argument out of bounds is a typed 422" },
    ];
  } finally {
    await svc.close();
    await server.close();
  }
}

/** Gives the first bounded parameter without a body beside it a value that is too large. */
async function showRefusal(svc: SvcClient, { model }: ReturnType<typeof createFakeSvc>): Promise<boolean> {
  const [found] = model.operations
    .filter(({ body }) => body === undefined)
    .flatMap((operation) => operation.parameters.map((parameter) => ({ operation, parameter, ...boundOf(parameter) })))
    .filter(({ value, parameter }) => value !== undefined && parameter.in === "query");
  if (found === undefined) {
    print("", dim("No operation of the document has a bounded number to exceed."));
    return true;
  }
  const { operation, parameter, value } = found;
  const call = `svc.${operation.name.join(".")}(..., { ${parameter.name}: ${value} })`;
  print("", strong("A request that the service rejects"), dim(call));
  const error = await callBuilt(svc, operation, { [parameter.name]: value }).catch((reason: unknown) => reason);
  if (!(error instanceof ValidationError)) return false;
  for (const { loc, msg } of error.issues) print(`${accent(error.name)} ${error.status}  ${loc.join(".")}: ${msg}`);
  // A document may have an answer of its own for refusals, which names no issues.
  const [issue] = error.issues;
  return issue === undefined || issue.loc.join(".") === `query.${parameter.name}`;
}

/** Five times the most that a number may be. */
function boundOf({ schema }: { readonly schema: unknown }): { readonly value?: number } {
  const { type, maximum } = Object(schema) as { type?: unknown; maximum?: unknown };
  const isNumber = type === "integer" || type === "number";
  return isNumber && typeof maximum === "number" && maximum > 0 ? { value: maximum * 5 } : {};
}

/** Asks for many times the limit at once, and shows how many answers each window gives. */
async function tourPacing(): Promise<Fact[]> {
  const fake = createFakeSvc({ clock: systemClock, rateLimit: { limit: LIMIT, window: { seconds: 1 } } });
  const server = await fake.listen({ port: 0 });
  const svc = createSvcClient({ baseUrl: server.url, auth: "tour-key" });
  try {
    print("", strong("A paced run"), dim(`${CALLS} calls at once, the service allows ${LIMIT} per second`));
    const operation = simplest(fake.model.operations);
    const call = () => callBuilt(svc, operation).withResponse();
    const run = await runPaced(call, CALLS);
    print(`${accent(run.windows.join(", "))} ${dim("responses per window")}`);
    const refused = fake.calls.filter({ status: 429 }).length;
    const full = run.windows.slice(1, -1);
    const used = Math.min(...full.map((count) => count / LIMIT));
    return [
      {
        holds: run.answered === CALLS,
        statement: `${run.answered} of ${CALLS} calls succeeded in ${(run.durationMs / 1000).toFixed(1)} s`,
      },
      { holds: refused === 0, statement: `${refused} refused` },
      { holds: full.length > 0 && used >= 0.9, statement: `${Math.round(used * 100)} % of each full window used` },
    ];
  } finally {
    await svc.close();
    await server.close();
  }
}

/** The operation that asks for least: reading before writing, few parameters before many. */
function simplest(operations: ReturnType<typeof createFakeSvc>["model"]["operations"]): (typeof operations)[number] {
  const cost = ({ method, parameters, body }: (typeof operations)[number]): number =>
    parameters.filter(({ required }) => required).length + (body === undefined ? 0 : 10) + (method === "get" ? 0 : 100);
  const [first] = [...operations].sort((a, b) => cost(a) - cost(b));
  if (first === undefined) throw new Error("The document has no operation.");
  return first;
}
