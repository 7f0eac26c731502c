import type { Model } from "@svc/model";
import type { Fetch } from "../adapters/fetch.ts";
import { bodyKind, redactRecordedBody, redactRecordedTarget } from "../redaction/redact-recording.ts";
import { redactText } from "../redaction/redact-text.ts";
import { credentialsOf, type Secrets, secretNames } from "../redaction/secret-names.ts";
import { readBody } from "./read-body.ts";
import type { RecordedAnswer, Recording } from "./recording.ts";

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
  /** Everything that was answered so far, redacted; a stream of lines once it was read to its end. Write it with `JSON.stringify`, replay it with `createFakeSvc({ recording })`. */
  recording(): Recording;
  /** Writes the recording to a file, readable by its owner only. Needs a file system. */
  save(file: string): Promise<void>;
}

/**
 * Records what a live service answers, without its secrets: credentials (by how names end, such as `device_token`, and by
 * their shape in texts), values of cookies, bodies of mails, and query values of addresses (presigned ones) are redacted
 * before anything is kept, also within JSON that is carried as text. Of headers only the content type is kept; of bodies
 * only JSON, lines of JSON and playlists; of requests only method, path and query. Answers 429 are not recorded.
 */
export function recordSvc({ baseUrl, fetch = globalThis.fetch, redact = [], model }: RecordOptions): Recorder {
  const base = baseUrl.replace(/\/+$/, "");
  const isSecret = secretNames(redact, model);
  const answers = new Set<{ entry: RecordedAnswer | undefined }>();
  const pending = new Set<Promise<Response>>();
  const record: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const secrets = { isSecret, literals: credentialsOf(request, isSecret) };
    // Its place is where it was sent: answers may overtake each other.
    const place: { entry: RecordedAnswer | undefined } = { entry: undefined };
    answers.add(place);
    const response = await fetch(request);
    const target = belowBase(url, base);
    const { status } = response;
    if (target === undefined || status === 429 || status < 200 || status > 599) return response;
    const reading = readBody(response, (text) => {
      place.entry = toEntry({ method, target, response, text }, secrets);
    });
    pending.add(reading);
    // Else what was answered last would not be in the recording yet.
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
}

/** Undefined: the body cannot be looked through. */
function toEntry({ method, target, response, text }: Answer, secrets: Secrets): RecordedAnswer | undefined {
  const contentType = response.headers.get("content-type") ?? "";
  const kind = bodyKind(contentType);
  if (text !== "" && kind === undefined) return undefined;
  return {
    method,
    target: redactRecordedTarget(target, secrets),
    status: response.status,
    ...(contentType !== "" && { contentType: redactText(contentType, secrets) }),
    ...(text !== "" && kind !== undefined && { body: redactRecordedBody(text, kind, secrets) }),
  };
}

function belowBase(url: string, base: string): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  if (origin !== new URL(base).origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) return undefined;
  return (pathname.slice(prefix.length) || "/") + search;
}
