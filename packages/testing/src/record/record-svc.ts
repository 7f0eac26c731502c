import { essenceOf, type Model } from "@svc/model/data";
import { placeOf } from "../adapters/backend.ts";
import { pulledStream } from "../adapters/body-stream.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { asFetched } from "../adapters/fetched-response.ts";
import { type Clock, systemClock } from "../clock/clock.ts";
import { model as ownModel } from "../generated/model.ts";
import { redactText } from "../redaction/redact-call.ts";
import {
  bodyKind,
  isWhole,
  itemTexts,
  redactRecordedBody,
  redactRecordedTarget,
} from "../redaction/redact-recording.ts";
import { type Secrets, secretNames } from "../redaction/secret-names.ts";
import { createSentCredentials } from "../redaction/sent-credentials.ts";
import type { RecordedAnswer, Recording } from "./recording.ts";

/** Options of {@link recordSvc}. */
export interface RecordOptions {
  /** Base address of the service. Requests to other addresses are sent, but not recorded. */
  readonly baseUrl: string;
  /** Sends the requests. @default the global fetch */
  readonly fetch?: Fetch;
  /** Clock that measures the times between the items of streams. @default the system clock */
  readonly clock?: Pick<Clock, "now">;
  /** Further names of fields and query parameters whose values are redacted; case, hyphens and underscores are ignored. @default none */
  readonly redact?: readonly string[];
  /**
   * Model of the service, if it differs from this package's. Its security schemes name the parameters, headers and
   * cookies that carry API keys; its schemas mark secret fields (`format: password`, `writeOnly`). @default the model
   * of this package's document
   */
  readonly model?: Model;
}

/** A `fetch` that records responses. */
export interface Recorder {
  /** Fetch for the client. It returns the responses unchanged. */
  readonly fetch: Fetch;
  /**
   * All responses so far, redacted, including credentials that later requests sent. A stream of lines is included once
   * it was read to its end, a stream of events also if it was left, up to that point. Write it with `JSON.stringify`,
   * and replay it with `createFakeSvc({ recording })`.
   */
  recording(): Recording;
  /** Writes the recording to a file that only its owner can read (mode 0600). Requires Node.js, Deno or Bun. */
  save(file: string): Promise<void>;
}

/**
 * Records the responses of a live service without secrets. Redacted before anything is stored, also in JSON within
 * strings: credentials (by the names that the document declares, by ends of names such as `device_token`, by their form
 * in texts, and wherever a sent credential is repeated, also encoded), values of cookies, bodies of emails, and query
 * values of addresses in texts. Recorded of requests: method, path and query; of responses: status, content type, and
 * bodies of JSON, JSON lines, server-sent events and playlists, with the time of each stream item. Responses with
 * status 429 are not recorded.
 */
export function recordSvc({
  baseUrl,
  fetch = globalThis.fetch,
  clock = systemClock,
  redact = [],
  model = ownModel,
}: RecordOptions): Recorder {
  const base = baseUrl.replace(/\/+$/, "");
  const isSecret = secretNames(redact, model);
  // In the order of the requests: responses may overtake each other.
  const answers: { entry?: RecordedAnswer | undefined }[] = [];
  const pending = new Set<Promise<Response>>();
  // Of all requests: one response may repeat, or issue, the credential of another request.
  const sent = createSentCredentials(isSecret);
  const record: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const place: (typeof answers)[number] = {};
    answers.push(place);
    // Token endpoints take credentials in forms.
    const isForm = essenceOf(request.headers.get("content-type") ?? "") === "application/x-www-form-urlencoded";
    sent.add({ headers: request.headers, target: url, form: isForm ? await request.clone().text() : undefined });
    const response = await fetch(request);
    const target = placeOf({ baseUrl: base, servers: [] }, new URL(url))?.target;
    const { status } = response;
    if (target === undefined || status === 429 || status < 200 || status > 599) return response;
    const done = (text: string, itemsAtMs: readonly number[] = []): void => {
      place.entry = toEntry({ method, target, response, text, itemsAtMs }, { isSecret, literals: sent.literals() });
    };
    const reading = readBody(response, done, () => clock.now());
    pending.add(reading);
    // `save` waits for it: the last response would be missing otherwise.
    return await reading.finally(() => pending.delete(reading));
  };
  const recording = (): Recording => {
    const secrets = { isSecret, literals: sent.literals() };
    // Once more: later requests may have sent what an earlier response holds.
    for (const place of answers) place.entry &&= redactEntry(place.entry, secrets);
    return { format: "svc-recording-1", entries: answers.flatMap(({ entry }) => entry ?? []) };
  };
  return {
    fetch: record,
    recording,
    async save(file) {
      await Promise.allSettled(pending);
      const { writeFile } = await import("node:fs/promises");
      await writeFile(file, `${JSON.stringify(recording(), null, 2)}\n`, { mode: 0o600 });
    },
  };
}

interface Answer extends Pick<RecordedAnswer, "method" | "target"> {
  readonly response: Response;
  readonly text: string;
  readonly itemsAtMs: readonly number[];
}

/** Undefined: the body is of a type that cannot be redacted. */
function toEntry({ method, target, response, text, itemsAtMs }: Answer, secrets: Secrets): RecordedAnswer | undefined {
  const contentType = response.headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  if (text !== "" && kind === undefined) return undefined;
  const entry: RecordedAnswer = {
    method,
    target,
    status: response.status,
    ...(contentType !== "" && { contentType }),
    ...(text !== "" && { body: text }),
    ...(itemsAtMs.length > 1 && { itemsAtMs }),
  };
  return redactEntry(entry, secrets);
}

function redactEntry(entry: RecordedAnswer, secrets: Secrets): RecordedAnswer {
  const { target, contentType, body } = entry;
  const kind = bodyKind(contentType ?? "");
  return {
    ...entry,
    target: redactRecordedTarget(target, secrets),
    ...(contentType !== undefined && { contentType: redactText(contentType, secrets) }),
    ...(body !== undefined && kind !== undefined && { body: redactRecordedBody(body, kind, secrets) }),
  };
}

/** Gets the whole text, and of a stream when each item was complete, in milliseconds after the headers. */
type Done = (text: string, itemsAtMs?: readonly number[]) => void;

/**
 * Reads the body of a response for a recording, and returns an unchanged response. JSON is read before the caller gets
 * it; a stream, which may never end, while the caller reads it. Of a body that is not kept, only the first bytes are read.
 *
 * @param done gets the whole text; it is not called for a body that breaks off
 */
async function readBody(response: Response, done: Done, now: () => number): Promise<Response> {
  const { body, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  const length = headers.get("content-length");
  if (body === null || length === "0") done("");
  else if (kind === undefined && Number(length) > 0) return response;
  else if (kind === "lines" || kind === "events" || (kind === undefined && contentType !== ""))
    return passOn(response, body, done, now);
  // The caller gets the same error.
  else
    await response
      .clone()
      .text()
      .then(done)
      .catch(() => {});
  return response;
}

function passOn(response: Response, body: ReadableStream<Uint8Array>, done: Done, now: () => number): Response {
  const kind = bodyKind(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const begin = now();
  const itemsAtMs: number[] = [];
  let text = "";
  let held = "";
  const listen = (piece: Uint8Array): void => {
    if (kind === undefined && text !== "") return;
    const more = decoder.decode(piece, { stream: true });
    text += more;
    if (kind !== "lines" && kind !== "events") return;
    // The last may not have come to its end.
    const items = itemTexts(held + more, kind);
    held = isWhole(items.at(-1) ?? "", kind) ? "" : (items.pop() ?? "");
    itemsAtMs.push(...items.map(() => Math.round(now() - begin)));
  };
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value } = await reader.read();
    // Before the caller reads the end.
    if (value === undefined) done(text + decoder.decode(), itemsAtMs);
    else listen(value);
    return value;
  };
  const leave = (reason: unknown): Promise<void> => {
    // A stream of events may never end: what came until the caller had enough is kept.
    if (kind === "events" && itemsAtMs.length > 0) done(text.slice(0, text.length - held.length), itemsAtMs);
    return reader.cancel(reason);
  };
  const { status, statusText, headers, url, redirected } = response;
  return asFetched(new Response(pulledStream(next, { leave }), { status, statusText, headers }), url, redirected);
}
