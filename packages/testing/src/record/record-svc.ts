import type { Model } from "@svc/model";
import type { Fetch } from "../adapters/fetch.ts";
import { type Clock, systemClock } from "../clock/clock.ts";
import { bodyKind, redactRecordedBody, redactRecordedTarget } from "../redaction/redact-recording.ts";
import { redactText } from "../redaction/redact-text.ts";
import { credentialsOf, type Secrets, secretNames } from "../redaction/secret-names.ts";
import { readBody } from "./read-body.ts";
import type { RecordedAnswer, Recording } from "./recording.ts";

/** Options of {@link recordSvc}. */
export interface RecordOptions {
  /** Base address of the service. Requests to other addresses are sent, but not recorded. */
  readonly baseUrl: string;
  /** Sends the requests. @default the global fetch */
  readonly fetch?: Fetch;
  /** Clock by which the times between the items of streams are taken. @default the system clock */
  readonly clock?: Pick<Clock, "now">;
  /** Further names of fields and query parameters whose values are redacted; case, hyphens and underscores are ignored. @default none */
  readonly redact?: readonly string[];
  /** Model whose schemas mark secret fields (`format: password`, `writeOnly`). @default none: fields are secret by their names only */
  readonly model?: Model;
}

/** A `fetch` that records responses. */
export interface Recorder {
  /** Fetch for the client. It returns the responses unchanged. */
  readonly fetch: Fetch;
  /**
   * All responses so far, redacted; a stream of lines is included once it was read to its end, one of
   * events also when it was left: as far as it came. It can be written with
   * `JSON.stringify`, and replayed with `createFakeSvc({ recording })`.
   */
  recording(): Recording;
  /** Writes the recording to a file that only its owner can read (mode 0600). Needs Node.js, Deno or Bun. */
  save(file: string): Promise<void>;
}

/**
 * Records the responses of a live service without secrets. Credentials (by the ends of names, such as `device_token`, and by
 * their form in texts), values of cookies, bodies of mails, and query values of addresses in texts are redacted before
 * anything is kept, also in JSON within strings. Of requests, method, path and query are recorded; of responses, the status,
 * the content type, and bodies of JSON, JSON lines, server-sent events and playlists, and of streams when each item came. Responses with status 429 are not recorded.
 */
export function recordSvc({
  baseUrl,
  fetch = globalThis.fetch,
  clock = systemClock,
  redact = [],
  model,
}: RecordOptions): Recorder {
  const base = baseUrl.replace(/\/+$/, "");
  const isSecret = secretNames(redact, model);
  const answers = new Set<{ entry: RecordedAnswer | undefined }>();
  const pending = new Set<Promise<Response>>();
  const record: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const secrets = { isSecret, literals: credentialsOf(request, isSecret) };
    // In the order of the requests: responses may overtake each other.
    const place: { entry: RecordedAnswer | undefined } = { entry: undefined };
    answers.add(place);
    const response = await fetch(request);
    const target = belowBase(url, base);
    const { status } = response;
    if (target === undefined || status === 429 || status < 200 || status > 599) return response;
    const done = (text: string, itemsAtMs: readonly number[] = []): void => {
      place.entry = toEntry({ method, target, response, text, itemsAtMs }, secrets);
    };
    const reading = readBody(response, done, () => clock.now());
    pending.add(reading);
    // `save` waits for it: the last response would be missing otherwise.
    return await reading.finally(() => pending.delete(reading));
  };
  const recording = (): Recording => ({
    format: "svc-recording-1",
    entries: [...answers].flatMap(({ entry }) => entry ?? []),
  });
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

interface Answer {
  readonly method: string;
  readonly target: string;
  readonly response: Response;
  readonly text: string;
  readonly itemsAtMs: readonly number[];
}

/** Undefined: the body is of a type that cannot be redacted. */
function toEntry({ method, target, response, text, itemsAtMs }: Answer, secrets: Secrets): RecordedAnswer | undefined {
  const contentType = response.headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  if (text !== "" && kind === undefined) return undefined;
  return {
    method,
    target: redactRecordedTarget(target, secrets),
    status: response.status,
    ...(contentType !== "" && { contentType: redactText(contentType, secrets) }),
    ...(text !== "" && kind !== undefined && { body: redactRecordedBody(text, kind, secrets) }),
    ...(itemsAtMs.length > 1 && { itemsAtMs }),
  };
}

function belowBase(url: string, base: string): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  if (origin !== new URL(base).origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) return undefined;
  return (pathname.slice(prefix.length) || "/") + search;
}
