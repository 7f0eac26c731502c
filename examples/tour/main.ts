import { createSvcClient, type SvcClient, systemClock, ValidationError } from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { callRemaining, callSeeded, seed } from "./call-operations.ts";
import { drawChart, type Timeline } from "./chart.ts";
import { type Fact, reportFacts } from "./facts.ts";
import { runPaced } from "./paced-run.ts";
import { accent, createCanvas, dim, good, interactive, print, strong } from "./paint.ts";

const LIMIT = 20;
const CALLS = 80;

const facts = [...(await tourOperations()), ...(await tourPacing())];
print("");
reportFacts(facts);
process.exitCode = facts.every((fact) => fact.holds) ? 0 : 1;

/** Calls every operation of the document, and one with an argument that the service refuses. */
async function tourOperations(): Promise<Fact[]> {
  const fake = createFakeSvc({ clock: systemClock });
  const server = await fake.listen({ port: 0 });
  const svc = createSvcClient({ baseUrl: server.url, auth: "tour-key", requestOrigin: "tour" });
  try {
    print(
      "",
      strong("Every operation of the document"),
      dim(`over HTTP, answered by the fake service at ${server.url}`),
    );
    seed(fake);
    const shown = [...(await callSeeded(svc)), ...(await callRemaining(svc, fake))];
    for (const { method, result } of shown) print(`${good("✓")} ${method.padEnd(28)} ${dim(result)}`);
    const refusal = await showRefusal(svc);
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

async function showRefusal(svc: SvcClient): Promise<boolean> {
  print("", strong("A request that the service refuses"), dim('svc.personas.emails.list("p1", { limit: 500 })'));
  const error = await svc.personas.emails.list("p1", { limit: 500 }).catch((reason: unknown) => reason);
  if (!(error instanceof ValidationError)) return false;
  for (const { loc, msg, type } of error.issues)
    print(`${accent(error.name)} ${error.status}  ${loc.join(".")}: ${msg} ${dim(type)}`);
  return error.issues.length === 1 && error.issues[0]?.loc.join(".") === "query.limit";
}

/** Asks for many times the limit at once, and shows when the answers come. */
async function tourPacing(): Promise<Fact[]> {
  const fake = createFakeSvc({ clock: systemClock, rateLimit: { limit: LIMIT, window: { seconds: 1 } } });
  const server = await fake.listen({ port: 0 });
  const svc = createSvcClient({ baseUrl: server.url, auth: "tour-key" });
  try {
    print(
      "",
      strong("A paced run"),
      dim(
        `${CALLS} calls at once, the service allows ${LIMIT} per second; answers per 100 ms, ┴ where a window resets`,
      ),
    );
    const draw = createCanvas();
    const show = (timeline: Timeline): void => draw(drawChart(timeline, { columns: 48, bar: accent, axis: dim }));
    const run = await runPaced(svc, { calls: CALLS, ...(interactive ? { onAnswer: show } : {}) });
    show(run);
    const refused = fake.calls.filter({ status: 429 }).length;
    const full = run.windows.slice(1, -1);
    const used = Math.min(...full.map((count) => count / LIMIT));
    return [
      {
        holds: run.answers.length === CALLS,
        statement: `${run.answers.length} of ${CALLS} calls answered in ${(run.durationMs / 1000).toFixed(1)} s`,
      },
      { holds: refused === 0, statement: `${refused} refused` },
      { holds: full.length > 0 && used >= 0.9, statement: `${Math.round(used * 100)} % of each full window used` },
    ];
  } finally {
    await svc.close();
    await server.close();
  }
}
