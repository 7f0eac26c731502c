import type { Model, Schema } from "@svc/model";
import type { Fetch } from "../adapters/fetch.ts";
import type { RecordedAnswer, Recording } from "./recording.ts";
import { redactBody } from "./redact-body.ts";
import { plainName, redactText, SECRET_NAMES, type Secrets } from "./redact-value.ts";

/** How {@link recordSvc} records. */
export interface RecordOptions {
  /** Base address of the service. Requests to other addresses pass through and are not recorded. */
  readonly baseUrl: string;
  /** What sends the requests. @default the global fetch */
  readonly fetch?: Fetch;
  /** Further names of fields and query parameters whose values are redacted, in any case and spelling. */
  readonly redact?: readonly string[];
  /** A model whose schemas say which fields are secret (`format: password`, `writeOnly`). @default by names alone */
  readonly model?: Model;
}

/** A fetch that keeps what is answered. */
export interface Recorder {
  /** Give it to the client. Answers arrive unchanged. */
  readonly fetch: Fetch;
  /** Everything so far, redacted: write it with `JSON.stringify`, replay it with `createFakeSvc({ recording })`. */
  recording(): Recording;
  /** Writes the recording to a file, readable by its owner only. Needs a file system. */
  save(file: string): Promise<void>;
}

/**
 * Records what a live service answers, without its secrets: credentials, values of cookies, bodies of mails, and query
 * values of addresses (presigned ones) are redacted before anything is kept. Of headers only the content type is kept; of
 * bodies only JSON, lines of JSON and playlists; of requests only method, path and query. Answers 429 are not recorded.
 */
export function recordSvc({ baseUrl, fetch = globalThis.fetch, redact = [], model }: RecordOptions): Recorder {
  const base = baseUrl.replace(/\/+$/, "");
  const names = new Set([...SECRET_NAMES, ...redact, ...(model ? secretFields(model) : [])].map(plainName));
  const answers = new Set<{ entry: RecordedAnswer | undefined }>();
  const pending = new Set<Promise<void>>();
  const record: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const sent = { method: request.method, url: request.url, literals: credentialsOf(request, names) };
    // Its place is where it was sent: answers may overtake each other.
    const place: { entry: RecordedAnswer | undefined } = { entry: undefined };
    answers.add(place);
    const response = await fetch(request);
    const target = belowBase(sent.url, base);
    if (target === undefined || response.status === 429 || response.status < 200) return response;
    const secrets = { names, literals: sent.literals };
    const work = keep({ method: sent.method, target }, response.clone(), secrets).then(
      (entry) => {
        place.entry = entry;
      },
      // A body that breaks off: the caller gets to see it, the recording goes without.
      () => {},
    );
    pending.add(work);
    void work.then(() => pending.delete(work));
    // Else what was answered last would not be in the recording yet. Lines of JSON may go on without end.
    if (/^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("content-type") ?? "")) await work;
    return response;
  };
  const recording = (): Recording => ({
    format: "svc-recording-1",
    entries: [...answers].flatMap(({ entry }) => entry ?? []),
  });
  return {
    fetch: record,
    recording,
    async save(file) {
      await Promise.all(pending);
      const { writeFile } = await import("node:fs/promises");
      await writeFile(file, `${JSON.stringify(recording(), null, 2)}\n`, { mode: 0o600 });
    },
  };
}

async function keep(
  { method, target }: { readonly method: string; readonly target: string },
  response: Response,
  secrets: Secrets,
): Promise<RecordedAnswer | undefined> {
  const contentType = response.headers.get("content-type") ?? "";
  const text = await response.text();
  const body = text === "" ? "" : redactBody(text, contentType, secrets);
  if (body === undefined) return undefined;
  return {
    method,
    target: redactTarget(target, secrets),
    status: response.status,
    ...(contentType !== "" && { contentType: redactText(contentType, secrets) }),
    ...(body !== "" && { body }),
  };
}

/** A target whose secret query parameters have no value, and which holds none of the credentials sent. */
export function redactTarget(target: string, { names, literals }: Secrets): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const clean = (text: string): string => {
    let cleaned = text;
    for (const literal of literals)
      cleaned = cleaned.replaceAll(encodeURIComponent(literal), "redacted").replaceAll(literal, "redacted");
    return cleaned;
  };
  if (query === undefined) return clean(path);
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    clean(name),
    names.has(plainName(name)) ? "redacted" : clean(value),
  ]);
  return `${clean(path)}?${new URLSearchParams(pairs)}`;
}

/** Credentials that a request carries, and that may come back in an answer: whole, and without their scheme. */
function credentialsOf({ headers, url }: Request, names: ReadonlySet<string>): string[] {
  const fromHeaders = [...headers].flatMap(([name, value]) => (names.has(plainName(name)) ? [value] : []));
  const fromQuery = [...new URL(url).searchParams].flatMap(([name, value]) =>
    names.has(plainName(name)) ? [value] : [],
  );
  const parts = [...fromHeaders, ...fromQuery].flatMap((value) => [
    value,
    ...value.split(/[\s;,]+/),
    ...cookieValues(value),
  ]);
  // Shorter ones would hit words by chance.
  return [...new Set(parts)]
    .filter((part) => part.length >= 4 && !/^(?:bearer|basic)$/i.test(part))
    .sort((a, b) => b.length - a.length);
}

function cookieValues(value: string): string[] {
  return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf("=") + 1));
}

function belowBase(url: string, base: string): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  if (origin !== new URL(base).origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) return undefined;
  return (pathname.slice(prefix.length) || "/") + search;
}

/** Fields that the schemas themselves call secret. */
function secretFields({ schemas }: Model): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, property] of Object.entries((node as Schema).properties ?? {})) {
      const { format, writeOnly } = property as { format?: unknown; writeOnly?: unknown };
      if (format === "password" || writeOnly === true) found.push(name);
    }
    for (const child of Object.values(node)) visit(child);
  };
  for (const { schema } of Object.values(schemas)) visit(schema);
  return found;
}
