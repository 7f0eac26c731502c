import { createClient, type SvcClientOptions } from "@svc/client/runtime";
import { resultType, toRows, toSchemes, toTableSecurity } from "@svc/codegen/emit";
import { callArguments, callExpression, sampleCall } from "@svc/codegen/pages";
import { diffDocuments } from "@svc/diff";
import { createModel, type Model, type Operation, readDocument } from "@svc/model";
import { inferTable } from "@svc/testing/document";
import { createFake } from "@svc/testing/runtime";

/** Findings of the home page about a visitor's document: all of it text. */
export interface Tried {
  readonly call: string;
  /** The requests that the fake received, and what the call resolved to. */
  readonly answer: string;
  /** Undefined before the text was changed, or a next version was opened. */
  readonly changes: readonly { readonly level: string; readonly message: string }[] | undefined;
}

/** @throws DocumentError with what cannot be read, and where */
function open(text: string, file: string) {
  const { document } = readDocument(text, file);
  return { source: { document, file }, model: createModel(document, { file }) };
}

/** Reading before writing, and fewer arguments before more. */
function simplest({ operations }: Model): Operation | undefined {
  const weight = ({ method, parameters, body }: Operation): number =>
    (method === "get" ? 0 : 100) + (body === undefined ? 0 : 10) + parameters.filter(({ required }) => required).length;
  return [...operations].sort((a, b) => weight(a) - weight(b))[0];
}

/** Calls an operation through the client that a model makes, against the fake that it makes. */
async function callOnce(model: Model): Promise<Pick<Tried, "call" | "answer">> {
  const operation = simplest(model);
  if (operation === undefined) return { call: "", answer: "The document has no operations." };
  const fake = createFake(model, { rateLimit: false }, { resources: inferTable(model) });
  const table = {
    documentVersion: model.version,
    headers: model.requestHeaders,
    schemes: toSchemes(model),
    security: toTableSecurity(model),
    operations: toRows(model),
  } as unknown as Parameters<typeof createClient>[0];
  const create = (options: SvcClientOptions) => createClient<object, object>(table, options);
  const svc = fake.client(create, { retry: false });
  const sample = sampleCall(operation, model);
  const method = operation.name.reduce((at: unknown, name) => (at as Record<string, unknown>)[name], svc);
  const called = (method as (...args: unknown[]) => Promise<unknown>)(...callArguments(operation, sample));
  const value = await called.catch((error: Error) => `${error.name}: ${error.message}`);
  const requests = fake.calls.map(({ method: verb, target, status }) => `${verb} ${target} ${status ?? ""}`);
  await fake.close();
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "undefined");
  // As it is exported: generated files import all types under one letter.
  const type = resultType(operation, model).replaceAll(/\b[tw]\./g, "");
  return {
    call: `const result: ${type} = await ${callExpression(operation, sample, "svc")};`,
    answer: [...requests, "", text].join("\n"),
  };
}

let first: ReturnType<typeof open> | undefined;

/** A document of another title begins anew; one of the same title is the next version of the first. */
async function tryDocument(text: string, file: string): Promise<Tried> {
  const now = open(text, file);
  const before = first?.model.title === now.model.title ? first : undefined;
  first = before ?? now;
  return { ...(await callOnce(now.model)), changes: before && diffDocuments(before.source, now.source).changes };
}

// A worker: whatever a visitor's document holds, the page stays alive.
addEventListener("message", async ({ data }: MessageEvent<{ readonly text: string; readonly file: string }>) => {
  try {
    postMessage(await tryDocument(data.text, data.file));
  } catch (error) {
    postMessage({ problem: (error as Error).message });
  }
});
