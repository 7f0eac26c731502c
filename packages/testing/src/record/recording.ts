import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import { bytesOf } from "../adapters/body-stream.ts";
import { LEFT_OUT } from "../redaction/redact-recording.ts";

/** Answers of a service, with everything secret taken out: plain JSON that may lie beside a test. */
export interface Recording {
  /** Names the form of the file. */
  readonly format: "svc-recording-1";
  /** The answers, in the order in which they came. */
  readonly entries: readonly RecordedAnswer[];
}

/** One answer. */
export interface RecordedAnswer {
  /** HTTP method in capital letters. */
  readonly method: string;
  /** Path and query below the base address; `redacted` stands for credentials, and in a replay for any text. */
  readonly target: string;
  /** HTTP status, 200 to 599. */
  readonly status: number;
  /** Media type of the body; absent where the answer named none. */
  readonly contentType?: string;
  /** Text as the service sent it, but for what was redacted; absent where there was none. */
  readonly body?: string;
}

/**
 * A recording as it was read from a file.
 *
 * @throws TypeError where it is none
 */
export function toRecording(value: unknown): Recording {
  const { format, entries } = (value ?? {}) as Partial<Recording>;
  if (format !== "svc-recording-1" || !Array.isArray(entries) || !entries.every(isAnswer)) {
    throw new TypeError("recording: expected what recordSvc() has written (format svc-recording-1).");
  }
  return value as Recording;
}

function isAnswer(value: unknown): value is RecordedAnswer {
  const { method, target, status, body, contentType } = (value ?? {}) as Partial<RecordedAnswer>;
  const isText = (text: unknown): boolean => text === undefined || typeof text === "string";
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  return typeof method === "string" && typeof target === "string" && isStatus && isText(body) && isText(contentType);
}

/** Answers from a recording. */
export interface Replay {
  /** Undefined: nothing like this was recorded. */
  answer(request: Pick<HttpRequest, "method" | "target">): HttpResponse | undefined;
  /** Begins again with the first answers. */
  rewind(): void;
}

/** Answers to the same question, in their order. */
interface Series {
  readonly answers: RecordedAnswer[];
  count: number;
  /** Undefined: nothing was left out of the question, which is known by its words. */
  readonly pattern: RegExp | undefined;
}

/**
 * Replays a recording: the same method, path and query (in any order) get the same answer; where it was asked more than
 * once, the answers in their order, the last one from then on. What was left out of an address may be anything.
 *
 * @throws TypeError for what is no recording
 */
export function createReplay(value: unknown): Replay {
  const byKey = new Map<string, Series>();
  for (const entry of toRecording(value).entries) {
    const key = keyOf(entry);
    const series = byKey.get(key) ?? { answers: [], count: 0, pattern: patternOf(key) };
    byKey.set(key, series);
    series.answers.push(entry);
  }
  const loose = [...byKey.values()].filter(({ pattern }) => pattern !== undefined);
  return {
    answer(request) {
      const key = keyOf(request);
      const series = byKey.get(key) ?? loose.find(({ pattern }) => pattern?.test(key));
      const entry = series?.answers[Math.min(series.count, series.answers.length - 1)];
      if (series === undefined || entry === undefined) return undefined;
      series.count += 1;
      return toResponse(entry);
    },
    rewind() {
      for (const series of byKey.values()) series.count = 0;
    },
  };
}

function keyOf({ method, target }: { readonly method: string; readonly target: string }): string {
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const params = new URLSearchParams(query);
  params.sort();
  return `${method.toUpperCase()} ${path}?${params}`;
}

/** Within a segment or a value only. */
function patternOf(key: string): RegExp | undefined {
  const parts = key.split(LEFT_OUT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.length === 1 ? undefined : new RegExp(`^${parts.join("[^/?&=]*")}$`);
}

function toResponse({ status, contentType, body }: RecordedAnswer): HttpResponse {
  const headers: [string, string][] = contentType === undefined ? [] : [["content-type", contentType]];
  return { status, headers: [...headers, ["content-length", String(bytesOf(body).length)]], body };
}
