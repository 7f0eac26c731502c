import { createClient, type SvcClientOptions } from "@svc/client/runtime";
import { toRows, toSchemes, toTableSecurity } from "@svc/codegen/emit";
import { callArguments, callExpression, sampleCall } from "@svc/codegen/pages";
import { diffDocuments } from "@svc/diff";
import { createModel, type Model, type Operation, type ParsedDocument, readDocument } from "@svc/model";
import { createFake } from "@svc/testing/runtime";
import type { Tried } from "./protocol.ts";
import { resultText } from "./result-text.ts";

/** A document that is read. */
export interface OpenDocument {
  readonly source: Pick<ParsedDocument, "document" | "file">;
  readonly text: string;
  readonly model: Model;
}

/** @throws DocumentError with what cannot be read, and where */
export function openDocument(text: string, file: string): OpenDocument {
  const { document } = readDocument(text, file);
  return { source: { document, file }, text, model: createModel(document, { file }) };
}

/** Characters of `{"data":[]}`. */
const EMPTY = 12;

/** Calls that are tried until one gives something to look at. */
const TRIED = 8;

/** Calls an operation of a document through the client that its model makes, against the fake that its model makes. */
export async function tryDocument(
  { first, now }: { readonly first: OpenDocument; readonly now: OpenDocument },
  wanted?: string,
): Promise<Tried> {
  const { operations, title } = now.model;
  const asked = operations.find(({ id }) => id === wanted);
  const candidates = asked === undefined ? simplestFirst(operations).slice(0, TRIED) : [asked];
  const called = await firstTelling(candidates, now.model);
  const hasNext = first.text !== now.text;
  const { changes } = hasNext ? diffDocuments(first.source, now.source) : { changes: [] };
  return {
    title,
    text: now.text,
    operations: operations.map(({ id, name }) => ({ id, method: name.join(".") })),
    ...called,
    changes: changes.map(({ level, message }) => ({ level, message })),
    hasNext,
  };
}

type Called = Pick<Tried, "operation" | "call" | "requests" | "answer">;

async function firstTelling(operations: readonly Operation[], model: Model): Promise<Called> {
  let best: Called = { operation: "", call: "", requests: [], answer: "The document has no operations." };
  for (const operation of operations) {
    const called = await callOnce(operation, model);
    if (best.operation === "" || called.isTelling) best = called;
    if (called.isTelling) break;
  }
  return best;
}

async function callOnce(operation: Operation, model: Model): Promise<Called & { readonly isTelling: boolean }> {
  const fake = createFake(model, { rateLimit: false });
  const sample = sampleCall(operation, model);
  const svc = fake.client((options: SvcClientOptions) => createClient<object, object>(tableOf(model), options), {
    retry: false,
  });
  let answer: unknown;
  let isTelling = false;
  try {
    const method = operation.name.reduce((at: unknown, name) => (at as Record<string, unknown>)[name], svc) as Method;
    answer = await method(...callArguments(operation, sample));
    isTelling = (JSON.stringify(answer)?.length ?? 0) > EMPTY;
  } catch (error) {
    answer = `${(error as Error).name}: ${(error as Error).message}`;
  }
  const requests = fake.calls.map(({ method, target, status }) => `${method} ${target} ${status ?? ""}`);
  await svc.close();
  return {
    operation: operation.id,
    call: `${resultText(operation, model)}await ${callExpression(operation, sample, "svc")};`,
    requests,
    answer: typeof answer === "string" ? answer : (JSON.stringify(answer, null, 2) ?? "undefined"),
    isTelling,
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** What a generated client carries, without a file in between. */
function tableOf(model: Model): Parameters<typeof createClient>[0] {
  return {
    documentVersion: model.version,
    headers: model.requestHeaders,
    schemes: toSchemes(model),
    security: toTableSecurity(model),
    operations: toRows(model),
  } as unknown as Parameters<typeof createClient>[0];
}

/** Reading before writing, and fewer arguments before more. */
function simplestFirst(operations: readonly Operation[]): Operation[] {
  const weight = ({ method, parameters, body }: Operation): number =>
    (method === "get" ? 0 : 100) + (body === undefined ? 0 : 10) + parameters.filter(({ required }) => required).length;
  return [...operations].sort((a, b) => weight(a) - weight(b));
}
