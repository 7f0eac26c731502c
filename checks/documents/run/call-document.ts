import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Model, Operation } from "@svc/model";
import { createAnswerCheck } from "../check-answer.ts";

/** The calls of one generated tree's methods at the fake of the same tree. */
export interface DocumentCalls {
  readonly operations: number;
  /** Operations whose method was called, reached the fake as itself, and gave a valid answer. */
  readonly called: number;
  /** One line per operation that was not. */
  readonly problems: readonly string[];
  /** Milliseconds of processor time to import the tree's fake (without the packages) and to create one. */
  readonly startMs: number;
  /** Resident memory that this took, in MB. */
  readonly startMb: number;
}

/** Base address of the fake, which is the client's `fetch`: no request leaves the process. */
const BASE_URL = "https://fake.invalid";

type Call = PromiseLike<unknown> & { withResponse(): Promise<{ data: unknown; response: Response }> };

interface Entry {
  readonly operation?: string;
  readonly status?: number;
  readonly reason?: unknown;
  readonly responseBody?: string;
}

interface Modules {
  readonly createSvcClient: (options: object) => { close(): Promise<void> };
  readonly createFakeSvc: (options: object) => {
    readonly fetch: unknown;
    readonly calls: readonly Entry[];
    reset(parts: readonly string[]): void;
  };
  readonly build: { args(id: string): unknown[] };
  readonly model: Model;
}

/** Calls every operation of a generated tree by its method, with the arguments that its builders make. */
export async function callDocument(directory: string): Promise<DocumentCalls> {
  const url = (path: string) => pathToFileURL(join(resolve(directory), path)).href;
  const require = createRequire(join(resolve(directory), "package.json"));
  for (const name of ["@svc/testing/runtime", "@svc/testing/arbitrary"]) {
    await import(pathToFileURL(require.resolve(name, { conditions: new Set(["@svc/source"]) } as object)).href);
  }
  const before = process.memoryUsage().rss;
  const start = process.cpuUsage();
  const testing = (await import(url("testing/index.ts"))) as Modules;
  const fake = testing.createFakeSvc({ baseUrl: BASE_URL, rateLimit: false });
  const { user, system } = process.cpuUsage(start);
  const startMs = (user + system) / 1000;
  const startMb = (process.memoryUsage().rss - before) / 2 ** 20;
  const { createSvcClient } = (await import(url("client/index.ts"))) as Modules;
  const { build, model } = testing;
  const credentials = Object.keys(model.securitySchemes).map((name) => [name, "user:secret"]);
  const client = createSvcClient({
    baseUrl: BASE_URL,
    fetch: fake.fetch,
    rateLimit: false,
    retry: false,
    timeoutMs: 20_000,
    ...(credentials.length > 0 && { auth: Object.fromEntries(credentials) }),
  });
  const check = createAnswerCheck(model);
  const problems: string[] = [];
  for (const operation of model.operations) {
    // One operation removes what others read.
    fake.reset(["stores"]);
    const count = fake.calls.length;
    const isFollowed = () => fake.calls.length > count + 1;
    const found = await callOperation(operation, { client, build, check, isFollowed }).catch(describe);
    const entries = fake.calls.slice(count);
    if (found === undefined && entries[0]?.operation !== operation.id)
      problems.push(`${operation.id}: reached ${entries[0]?.operation}`);
    if (found !== undefined) problems.push(`${operation.id}: ${found}${answered(entries.at(-1))}`);
  }
  await client.close();
  const operations = JSON.parse(readFileSync(join(directory, "operations.json"), "utf8")).length as number;
  return { operations, called: operations - problems.length, problems, startMs, startMb };
}

interface Calling {
  readonly client: object;
  readonly build: Modules["build"];
  readonly check: ReturnType<typeof createAnswerCheck>;
  /** Whether the client has followed a redirect: what that leads to is not the document's. */
  readonly isFollowed: () => boolean;
}

/** Problem of an operation's call; undefined: none. */
async function callOperation(
  operation: Operation,
  { client, build, check, isFollowed }: Calling,
): Promise<string | undefined> {
  let node: unknown = client;
  for (const part of operation.name) node = (node as { [name: string]: unknown })[part];
  if (typeof node !== "function") return "there is no such method";
  const call = (node as (...args: unknown[]) => Call)(...build.args(operation.id));
  const { data, response } = await call.withResponse();
  // A stream has no end of its own.
  if (isStream(data)) {
    await (data as { close?: () => Promise<void> }).close?.();
    return undefined;
  }
  const hasSuccess = operation.responses.some(({ status }) => /^[1-3]|default/.test(status));
  return isFollowed() || !hasSuccess ? undefined : check(operation, response, data)[0];
}

function isStream(data: unknown): boolean {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data && !(data instanceof ReadableStream);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function answered(entry: Entry | undefined): string {
  if (entry?.status === undefined) return "";
  const reason = entry.reason === undefined ? "" : ` because ${JSON.stringify(entry.reason)}`;
  return ` (answered ${entry.status}${reason}: ${entry.responseBody?.slice(0, 200) ?? ""})`;
}

if (import.meta.main) console.log(JSON.stringify(await callDocument(process.argv[2] ?? ".")));
