import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import { bytesOf, pulledStream } from "../adapters/body-stream.ts";
import type { Clock } from "../clock/clock.ts";
import { bodyKind, itemTexts, LEFT_OUT } from "../redaction/redact-recording.ts";

/** Recorded responses of a service, without secrets: plain JSON that you can commit with a test. */
export interface Recording {
  /** Format of the file. */
  readonly format: "svc-recording-1";
  /** The responses, in the order of their requests. */
  readonly entries: readonly RecordedAnswer[];
}

/** A recorded response. */
export interface RecordedAnswer {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path and query below the base address. `redacted` replaces credentials, and matches any text in a replay. */
  readonly target: string;
  /** HTTP status, 200 to 599. */
  readonly status: number;
  /** Media type of the body; absent if the response has none. */
  readonly contentType?: string;
  /** Body as text, redacted; absent if there is none. */
  readonly body?: string;
  /**
   * For streams of several items: when each was complete, in milliseconds after the headers. A replay sends them at
   * these times.
   */
  readonly itemsAtMs?: readonly number[];
}

/** @throws TypeError for a value that is no recording */
function toRecording(value: unknown): Recording {
  const { format, entries } = (value ?? {}) as Partial<Recording>;
  if (format !== "svc-recording-1" || !Array.isArray(entries) || !entries.every(isAnswer)) {
    throw new TypeError("recording: expected a recording of recordSvc() (format svc-recording-1).");
  }
  return value as Recording;
}

function isAnswer(value: unknown): value is RecordedAnswer {
  const { method, target, status, body, contentType, itemsAtMs = [] } = (value ?? {}) as Partial<RecordedAnswer>;
  const isText = (text: unknown): boolean => text === undefined || typeof text === "string";
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  if (!Array.isArray(itemsAtMs) || !itemsAtMs.every((ms) => Number.isFinite(ms) && ms >= 0)) return false;
  return typeof method === "string" && typeof target === "string" && isStatus && isText(body) && isText(contentType);
}

/** Responses of a recording by request. */
export type Replay = ReturnType<typeof createReplay>;

/** Responses to the same request, in their order. */
interface Series {
  readonly answers: RecordedAnswer[];
  count: number;
  /** Matches a request of which parts were redacted; undefined if none were. */
  readonly pattern: RegExp | undefined;
}

/**
 * Replays a recording: a request with the same method, path and query (in any order) gets the same response. Several
 * responses to one request are replayed in their order, the last one from then on. Redacted parts match any text. The items
 * of a stream come when they were recorded, by the clock.
 *
 * @throws TypeError for a value that is no recording
 */
export function createReplay(value: unknown, clock: Clock) {
  const byKey = new Map<string, Series>();
  for (const entry of toRecording(value).entries) {
    const key = keyOf(entry);
    const series = byKey.get(key) ?? { answers: [], count: 0, pattern: patternOf(key) };
    byKey.set(key, series);
    series.answers.push(entry);
  }
  const loose = [...byKey.values()].filter(({ pattern }) => pattern !== undefined);
  return {
    /** Undefined if no such request was recorded. */
    answer(request: Pick<HttpRequest, "method" | "target">): HttpResponse | undefined {
      const key = keyOf(request);
      const series = byKey.get(key) ?? loose.find(({ pattern }) => pattern?.test(key));
      const entry = series?.answers[Math.min(series.count, series.answers.length - 1)];
      if (series === undefined || entry === undefined) return undefined;
      series.count += 1;
      return toResponse(entry, clock);
    },
    /** Starts again with the first response of each request. */
    rewind(): void {
      for (const series of byKey.values()) series.count = 0;
    },
  };
}

function keyOf({ method, target }: Pick<HttpRequest, "method" | "target">): string {
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const params = new URLSearchParams(query);
  params.sort();
  return `${method.toUpperCase()} ${path}?${params}`;
}

/** A redacted part matches within a path segment or a query value. */
function patternOf(key: string): RegExp | undefined {
  const parts = key.split(LEFT_OUT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.length === 1 ? undefined : new RegExp(`^${parts.join("[^/?&=]*")}$`);
}

function toResponse(
  { method, target, status, contentType, body, itemsAtMs }: RecordedAnswer,
  clock: Clock,
): HttpResponse {
  const headers: [string, string][] = contentType === undefined ? [] : [["content-type", contentType]];
  const kind = bodyKind(contentType ?? "");
  if (body === undefined || itemsAtMs === undefined || !(kind === "lines" || kind === "events"))
    return { status, headers: [...headers, ["content-length", String(bytesOf(body).length)]], body };
  const stream = replayItems(itemTexts(body, kind), itemsAtMs, clock);
  return { status, headers, body: "", rest: { stream, operation: `${method} ${target}` } };
}

/** Sends each item when it came; what is left after the last time, at once. */
function replayItems(items: readonly string[], times: readonly number[], clock: Clock): ReadableStream<Uint8Array> {
  let at = 0;
  let timer: unknown;
  const next = async (): Promise<Uint8Array | undefined> => {
    const item = items[at];
    const waitMs = (times[at] ?? 0) - (times[at - 1] ?? 0);
    at++;
    if (item !== undefined && waitMs > 0)
      await new Promise<void>((resolve) => (timer = clock.setTimeout(resolve, waitMs)));
    return item === undefined ? undefined : bytesOf(item);
  };
  return pulledStream(next, { leave: () => clock.clearTimeout(timer) });
}
