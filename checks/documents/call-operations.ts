import { readFileSync } from "node:fs";
import { join } from "node:path";
import { constantParameters, type Model, methodArguments, type Operation } from "@svc/model";
import { createAnswerCheck } from "./check-answer.ts";
import { isStream, methodOf, openTree } from "./open-tree.ts";

/** Calls, and the problems of each. */
export interface CallReport {
  readonly operations: number;
  /** Good calls by method, and by `raw`. */
  readonly methods: number;
  readonly raw: number;
  readonly problems: readonly string[];
}

/** How {@link callOperations} calls. */
export interface CallOptions {
  /** Every nth operation only. @default 1 */
  readonly step?: number;
  /**
   * Each method once, with the fake as the client's `fetch`: no request leaves the process. Else each twice, with all that it
   * takes as well, and by `raw`, over HTTP.
   */
  readonly isQuick?: boolean;
}

/** Base address of a fake that is the client's `fetch`. */
const BASE_URL = "https://fake.invalid";

/**
 * Calls every operation of a generated tree at the fake of the same tree, with the arguments that its builders make, and checks
 * each answer against the document.
 */
export async function callOperations(
  directory: string,
  { step = 1, isQuick = false }: CallOptions = {},
): Promise<CallReport> {
  const { createClient, createFake, build, model, credentials } = await openTree(directory);
  const listed = JSON.parse(readFileSync(join(directory, "operations.json"), "utf8")) as { id: string }[];
  if (listed.map(({ id }) => id).join() !== model.operations.map(({ id }) => id).join())
    throw new Error("operations.json and the model list different operations");
  const fake = createFake({ ...(isQuick && { baseUrl: BASE_URL }), rateLimit: false });
  const server = isQuick ? undefined : await fake.listen();
  const service = isQuick ? { baseUrl: BASE_URL, fetch: fake.fetch, timeoutMs: 20_000 } : { baseUrl: server?.url };
  const client = createClient({ ...service, rateLimit: false, retry: false, ...credentials });
  const check = createAnswerCheck(model);
  // A deleted item is gone: in documents whose methods are sorted, DELETE comes first.
  const operations = model.operations
    .filter((_, index) => index % step === 0)
    .sort((a, b) => Number(a.method === "delete") - Number(b.method === "delete"));
  const problems: string[] = [];
  const reached = { methods: 0, raw: 0 };
  const attempt = async (kind: keyof typeof reached, operation: Operation, call: () => Promise<string[]>) => {
    const { name, id, method, path } = operation;
    const at = `${name.join(".")} (${id}, ${method.toUpperCase()} ${path}) by ${kind}`;
    if (isQuick) fake.reset(["stores"]);
    const before = fake.calls.length;
    const found = await call().catch((error: Error) => [`${error.name}: ${error.message}`]);
    const last = fake.calls[before];
    // Redirects are followed, unless the document has nothing else.
    const requests = fake.calls.slice(before).filter(({ status }) => isRedirect(operation) || !isRedirection(status));
    if (requests.length !== 1) found.push(`${requests.length} requests instead of one`);
    else if (!isSameAddress(last?.operation, operation, model)) found.push(`answered as ${last?.operation}`);
    else if (found.length > 0) found.push(`answered ${last?.status}: ${last?.responseBody?.slice(0, 300)}`);
    if (found.length === 0) reached[kind]++;
    problems.push(...found.map((problem) => `${at}: ${problem}`));
  };
  try {
    // Once around for each way to call: what one call deleted, the same call finds no more.
    for (const mode of isQuick ? ["default"] : ["default", "maximal"]) {
      fake.reset(["stores"]);
      for (const operation of operations) {
        await attempt("methods", operation, async () => {
          const before = fake.calls.length;
          const method = methodOf(client, operation);
          const { data, response } = await method(...build.args(operation.id, { mode })).withResponse();
          const result = isStream(data) ? await itemsOf(data) : data;
          // What a redirect leads to is not of the document.
          const isFollowed = response.redirected || fake.calls.length > before + 1;
          return isFollowed || isRedirect(operation) ? [] : check(operation, response, result);
        });
      }
    }
    fake.reset(["stores"]);
    for (const operation of isQuick ? [] : operations) {
      await attempt("raw", operation, async () => {
        const { path, method } = operation;
        const init = rawInit(operation, build.args(operation.id));
        const { response, error } = await client.raw.request(method.toUpperCase(), path, init);
        const isGood = response.ok || (isRedirect(operation) && isRedirection(response.status));
        return isGood ? [] : [`${response.status}: ${JSON.stringify(error)?.slice(0, 300)}`];
      });
    }
  } finally {
    await client.close();
    await server?.close();
  }
  return { operations: operations.length, ...reached, problems };
}

async function itemsOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Documents may tell operations apart by a fragment, which no server gets to see. */
function isSameAddress(id: string | undefined, { method, path }: Operation, { operations }: Model): boolean {
  const other = operations.find((operation) => operation.id === id);
  return other?.method === method && other.path.replace(/#.*/, "") === path.replace(/#.*/, "");
}

function isRedirection(status = 0): boolean {
  return status > 299 && status < 400;
}

/** Whether a redirect is the result: what it leads to is not of the document. */
function isRedirect({ responses }: Operation): boolean {
  return responses.every(({ status }) => !/^2|default/.test(status));
}

/** Options of openapi-fetch for the same arguments. */
function rawInit(operation: Operation, args: readonly unknown[]): object {
  const { path, body, params } = methodArguments(operation);
  const given = (args[path.length + (body === undefined ? 0 : 1)] ?? {}) as { [key: string]: unknown };
  const located = (location: string) =>
    Object.fromEntries(
      params
        .filter(({ key, parameter }) => parameter.in === location && Object.hasOwn(given, key))
        .map(({ key, parameter }) => [parameter.name, given[key]]),
    );
  return {
    params: {
      path: Object.fromEntries(path.map(({ parameter }, index) => [parameter.name, args[index]])),
      query: { ...constantParameters(operation), ...located("query") },
      header: located("header"),
      cookie: located("cookie"),
    },
    ...(body !== undefined && rawBody(operation, args[path.length])),
    parseAs: "stream",
  };
}

/** Options that openapi-fetch needs where a body is not JSON: the content type, and how it is serialised. */
function rawBody(operation: Operation, body: unknown): object {
  const content = operation.body?.content ?? [];
  const isJson = (mediaType: string) => /^application\/json\b|\+json\b|\*/i.test(mediaType);
  const type = (content.find(({ mediaType }) => isJson(mediaType)) ?? content[0])?.mediaType ?? "";
  if (body === undefined || isJson(type)) return { body };
  if (/^multipart\//i.test(type)) return { body: toForm(new FormData(), body), bodySerializer };
  const isForm = /urlencoded$/i.test(type);
  return {
    body: isForm ? toForm(new URLSearchParams(), body) : body,
    bodySerializer,
    headers: { "content-type": type },
  };
}

const bodySerializer = (body: unknown): unknown => body;

function toForm(form: FormData | URLSearchParams, body: unknown): unknown {
  if (Object.getPrototypeOf(body) !== Object.prototype) return body;
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const part = item instanceof Blob || typeof item === "string" ? item : JSON.stringify(item);
      (form as FormData).append(name, part);
    }
  }
  return form;
}

if (import.meta.main) {
  const [directory = ".", options = "{}"] = process.argv.slice(2);
  console.log(JSON.stringify(await callOperations(directory, JSON.parse(options) as CallOptions)));
}
