import { bytesOf } from "../adapters/body-pieces.ts";
import type { FrontRequest, PlainResponse } from "../front/types.ts";
import { redactTarget } from "./record-svc.ts";
import { type RecordedAnswer, toRecording } from "./recording.ts";
import { plainName, SECRET_NAMES } from "./redact-value.ts";

/** Answers from a recording. */
export interface Replay {
  /** Undefined: nothing like this was recorded. */
  answer(request: Pick<FrontRequest, "method" | "target">): PlainResponse | undefined;
  /** Begins again with the first answers. */
  rewind(): void;
}

/**
 * Replays a recording: the same method, path and query (in any order) get the same answer; where it was asked more than
 * once, the answers in their order, the last one from then on.
 *
 * @throws TypeError for what is no recording
 */
export function createReplay(value: unknown): Replay {
  const byKey = new Map<string, RecordedAnswer[]>();
  const used = new Map<string, number>();
  for (const entry of toRecording(value).entries) {
    const key = keyOf(entry);
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  return {
    answer(request) {
      const key = keyOf(request);
      const answers = byKey.get(key);
      const count = used.get(key) ?? 0;
      const entry = answers?.[Math.min(count, answers.length - 1)];
      if (entry === undefined) return undefined;
      used.set(key, count + 1);
      return toResponse(entry);
    },
    rewind: () => used.clear(),
  };
}

const SECRETS = { names: new Set(SECRET_NAMES.map(plainName)), literals: [] };

function keyOf({ method, target }: { readonly method: string; readonly target: string }): string {
  const [path = "", query = ""] = redactTarget(target, SECRETS).split("?");
  const params = new URLSearchParams(query);
  params.sort();
  return `${method.toUpperCase()} ${path}?${params}`;
}

function toResponse({ status, contentType, body }: RecordedAnswer): PlainResponse {
  const headers: [string, string][] = contentType === undefined ? [] : [["content-type", contentType]];
  return { status, headers: [...headers, ["content-length", String(bytesOf(body).length)]], body };
}
