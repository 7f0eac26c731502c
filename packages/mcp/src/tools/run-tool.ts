import type { FileRow, ToolRow } from "./tool-table.ts";

/** Options of a call of a tool. */
export interface ToolCallOptions {
  /** Ends the call. @default none */
  readonly abortSignal?: AbortSignal | undefined;
  /** Called with each item of a stream, and after each poll of a wait. @default none */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
}

/** Progress of a call. */
export interface ToolProgress {
  /** Items or polls so far. */
  readonly count: number;
  /** The item, or the state that was seen. */
  readonly value: unknown;
}

/** Most items that a call takes of a stream, where its input does not say. */
const MOST_ITEMS = 100;

/** Most bytes of the files of one address, and characters of the items of a stream, which are held in memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A value as JSON. Dates and bigints of a client that decodes are text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)) ?? "";
}

/** Arguments of a tool by name. */
export type Input = { readonly [name: string]: unknown };

/** Calls the method of a tool. */
export async function runTool(client: object, row: ToolRow, input: Input, options: ToolCallOptions): Promise<unknown> {
  const { abortSignal: signal, onProgress } = options;
  const onPoll = ({ polls, state }: { polls: number; state: unknown }): void =>
    onProgress?.({ count: polls, value: state });
  const args = [...argumentsOf(row, input), { signal, ...(row.waits && { onPoll }) }];
  const result = callMethod(client, row.method, args);
  return row.most === undefined ? await result : collect(result as AsyncIterable<unknown>, row.most, input, onProgress);
}

function callMethod(client: object, name: string, args: unknown[]): unknown {
  const parts = name.split(".");
  const method = parts.pop() ?? "";
  const owner = parts.reduce<unknown>((at, part) => (at as Input)[part], client) as Input;
  return Reflect.apply(owner[method] as (...args: unknown[]) => unknown, owner, args);
}

/** The arguments in front of the options. */
function argumentsOf({ path = [], body, bytes, params }: ToolRow, input: Input): unknown[] {
  const own = Object.entries(params ?? {}).flatMap(([name, parameter]) =>
    input[name] === undefined ? [] : [[parameter, input[name]] as const],
  );
  return [
    ...path.map((name) => input[name]),
    ...(body === undefined ? [] : [bytes === undefined ? input[body] : withBytes(input[body], bytes)]),
    ...(params === undefined ? [] : [own.length === 0 ? undefined : Object.fromEntries(own)]),
  ];
}

function withBytes(body: unknown, parts: readonly string[]): unknown {
  if (body === undefined) return undefined;
  if (parts.length === 0) return toBlob(body);
  const given = body as Input;
  const files = parts.filter((name) => given[name] !== undefined).map((name) => [name, toBlob(given[name])]);
  return { ...given, ...Object.fromEntries(files) };
}

function toBlob(base64: unknown): Blob {
  return new Blob([Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))]);
}

async function collect(
  stream: AsyncIterable<unknown>,
  most: string,
  input: Input,
  onProgress: ToolCallOptions["onProgress"],
): Promise<unknown> {
  const limit = Number(input[most] ?? MOST_ITEMS);
  const items: unknown[] = [];
  let length = 0;
  for await (const value of stream) {
    length += toJson(value).length;
    if (length > MOST_BYTES)
      throw new Error(`More than 16 MiB in ${items.length + 1} items: ask for fewer by ${most}.`);
    items.push(value);
    onProgress?.({ count: items.length, value });
    // Leaving the loop closes the stream and its connection.
    if (items.length >= limit) break;
  }
  return items;
}

interface DownloadLike {
  readonly key: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** Functions that download, by name. */
export type Downloads = { readonly [name: string]: unknown };

/** Downloads a file, or each of several. @throws Error where they are larger than 16 MiB together */
export async function readFiles(
  client: object,
  downloads: Downloads,
  { name, args }: FileRow,
  input: { readonly values: Input; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[]> {
  const download = downloads[name] as (...args: unknown[]) => Promise<DownloadLike> | AsyncIterable<DownloadLike>;
  const found = download(client, ...args.map((arg) => input.values[arg]), { signal: input.signal });
  const files = [];
  const each = "then" in found ? [await found] : found;
  let left = MOST_BYTES;
  const count = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    left -= chunk.length;
    if (left < 0) throw new Error("More than 16 MiB: download it with the client's function.");
    controller.enqueue(chunk);
  };
  for await (const { key, stream } of each) {
    const counted = stream.pipeThrough(new TransformStream({ transform: count }));
    files.push({ name: key, bytes: new Uint8Array(await new Response(counted as BodyInit).arrayBuffer()) });
  }
  return files;
}
