import type { FrontRequest, PlainResponse } from "@svc/fastapi-validation";
import { bytesOf } from "../adapters/body-pieces.ts";
import { type RecordedAnswer, toRecording } from "./recording.ts";
import { LEFT_OUT } from "./redact-target.ts";

/** Answers from a recording. */
export interface Replay {
  /** Undefined: nothing like this was recorded. */
  answer(request: Pick<FrontRequest, "method" | "target">): PlainResponse | undefined;
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

function toResponse({ status, contentType, body }: RecordedAnswer): PlainResponse {
  const headers: [string, string][] = contentType === undefined ? [] : [["content-type", contentType]];
  return { status, headers: [...headers, ["content-length", String(bytesOf(body).length)]], body };
}
