import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "@svc/model";
import { createAnswerCheck } from "../check-answer.ts";
import { isStream, methodOf, openFake, openTree, type Tree, type TreeFake } from "../open-tree.ts";

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

/** Calls every operation of a generated tree by its method, with the arguments that its builders make. */
export async function callDocument(directory: string): Promise<DocumentCalls> {
  const require = createRequire(join(resolve(directory), "package.json"));
  for (const name of ["@svc/testing/runtime", "@svc/testing/arbitrary"]) {
    await import(pathToFileURL(require.resolve(name, { conditions: new Set(["@svc/source"]) } as object)).href);
  }
  const before = process.memoryUsage().rss;
  const start = process.cpuUsage();
  const fake = await openFake(directory, { baseUrl: BASE_URL, rateLimit: false });
  const { user, system } = process.cpuUsage(start);
  const startMs = (user + system) / 1000;
  const startMb = (process.memoryUsage().rss - before) / 2 ** 20;
  const { build, model, createClient, credentials } = await openTree(directory);
  const options = { baseUrl: BASE_URL, fetch: fake.fetch, rateLimit: false, retry: false, timeoutMs: 20_000 };
  const client = createClient({ ...options, ...credentials });
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
  readonly build: Tree["build"];
  readonly check: ReturnType<typeof createAnswerCheck>;
  /** Whether the client has followed a redirect: what that leads to is not the document's. */
  readonly isFollowed: () => boolean;
}

/** Problem of an operation's call; undefined: none. */
async function callOperation(
  operation: Operation,
  { client, build, check, isFollowed }: Calling,
): Promise<string | undefined> {
  const { data, response } = await methodOf(client, operation)(...build.args(operation.id)).withResponse();
  // A stream has no end of its own.
  if (isStream(data)) {
    await data.close?.();
    return undefined;
  }
  const hasSuccess = operation.responses.some(({ status }) => /^[1-3]|default/.test(status));
  return isFollowed() || !hasSuccess ? undefined : check(operation, response, data)[0];
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function answered(entry: TreeFake["calls"][number] | undefined): string {
  if (entry?.status === undefined) return "";
  const reason = entry.reason === undefined ? "" : ` because ${JSON.stringify(entry.reason)}`;
  return ` (answered ${entry.status}${reason}: ${entry.responseBody?.slice(0, 200) ?? ""})`;
}

if (import.meta.main) console.log(JSON.stringify(await callDocument(process.argv[2] ?? ".")));
