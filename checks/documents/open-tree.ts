import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Model, Operation } from "@svc/model";
import type { Resource } from "@svc/resources";

/** A generated tree as a program that knows no name of its document uses it. */
export interface Tree {
  createClient(options: object): TreeClient;
  createFake(options: object): TreeFake;
  readonly build: { args(id: string, options?: object): unknown[] };
  readonly model: Model;
  /** Made-up credentials of each security scheme, as an option of the client; empty where there is none. */
  readonly credentials: { readonly auth?: { readonly [scheme: string]: string } };
}

/** The generated client. */
export interface TreeClient {
  readonly raw: {
    request(method: string, path: string, init: object): Promise<{ response: Response; error?: unknown }>;
  };
  close(): Promise<void>;
}

/** The generated fake. */
export interface TreeFake {
  readonly fetch: unknown;
  readonly resources: readonly Resource[];
  readonly calls: readonly {
    readonly operation?: string;
    readonly status?: number;
    readonly reason?: unknown;
    readonly responseBody?: string;
  }[];
  reset(parts?: readonly string[]): void;
  listen(options?: object): Promise<{ readonly url: unknown; close(): Promise<void> }>;
  fail(fault: object): void;
}

/** A method of the client. */
export type TreeMethod = (...args: unknown[]) => Promise<unknown> & {
  withResponse(): Promise<{ data: unknown; response: Response }>;
};

/** Loads a tree, whatever the name of its SDK is. */
export async function openTree(directory: string): Promise<Tree> {
  const [client, testing] = await Promise.all([load(directory, "client"), load(directory, "testing")]);
  const model = testing["model"] as Model;
  const schemes = Object.keys(model.securitySchemes).map((name) => [name, "user:secret"]);
  return {
    createClient: named(client, /^create(?!Function)[A-Z]\w*Client$/) as Tree["createClient"],
    createFake: named(testing, /^createFake[A-Z]/) as Tree["createFake"],
    build: testing["build"] as Tree["build"],
    model,
    credentials: schemes.length === 0 ? {} : { auth: Object.fromEntries(schemes) },
  };
}

/** The fake of a tree by itself. */
export async function openFake(directory: string, options: object): Promise<TreeFake> {
  return (named(await load(directory, "testing"), /^createFake[A-Z]/) as Tree["createFake"])(options);
}

type Module = { readonly [name: string]: unknown };

async function load(directory: string, part: string): Promise<Module> {
  return (await import(pathToFileURL(join(resolve(directory), part, "index.ts")).href)) as Module;
}

function named(module: Module, pattern: RegExp): unknown {
  return Object.entries(module).find(([name]) => pattern.test(name))?.[1];
}

/** The method of an operation. @throws TypeError where the client has none */
export function methodOf(client: object, { name }: Operation): TreeMethod {
  const method = name.reduce<unknown>((node, part) => (node as Module)[part], client);
  if (typeof method !== "function") throw new TypeError("there is no such method");
  return method as TreeMethod;
}

/** Whether a call has given a stream of items. */
export function isStream(data: unknown): data is AsyncIterable<unknown> & { close?(): Promise<void> } {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data && !(data instanceof ReadableStream);
}
