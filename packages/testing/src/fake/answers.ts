import type { Content, Model, Operation } from "@svc/model";
import { generate } from "../build/index.ts";
import { encodeJson, type PlainResponse, textResponse } from "../front/index.ts";
import { REDIRECT_TARGET } from "../store/files.ts";
import { seedOf } from "./random.ts";
import { successOf } from "./success.ts";

/** What answers are made up from. */
export interface AnswerContext {
  readonly model: Model;
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Answers that were made before: the same question again costs no generation. */
  readonly known: Map<string, PlainResponse>;
}

/** Answers that are remembered. */
const KNOWN_LIMIT = 500;

/** An answer of an operation that the response schema allows: the same for the same seed and the same arguments. */
export function generatedAnswer(operation: Operation, args: unknown, context: AnswerContext): PlainResponse {
  const { status, response } = successOf(operation);
  const content = response?.content.find(({ mediaType }) => isJson(mediaType)) ?? response?.content[0];
  const answer = contentAnswer({ operation, status, content, args }, context);
  if (!/^30[12378]$/.test(String(status))) return answer;
  return { ...answer, headers: [...answer.headers, ["location", REDIRECT_TARGET]] };
}

/** An answer that is to be made up. */
export interface MadeUp {
  readonly operation: Operation;
  readonly status: number;
  /** Undefined: no body. */
  readonly content: Content | undefined;
  /** What the answer depends on, beside the seed. */
  readonly args: unknown;
}

/** An answer with this content: JSON from its schema, text, or a few bytes. */
export function contentAnswer(
  { operation, status, content, args }: MadeUp,
  { model, seed, now, known }: AnswerContext,
): PlainResponse {
  if (content === undefined || operation.method === "head") return { status, headers: [], body: undefined };
  const essence = content.mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!isJson(essence)) return rawAnswer(status, essence, content.mediaType);
  const question = encodeJson(args);
  // Dates move with the clock; whole seconds are enough for them.
  const second = Math.floor(now / 1000) * 1000;
  const key = `${operation.id} ${status} ${second} ${question}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = generate(content.schema ?? {}, {
    schemas: model.schemas,
    seed: seedOf(String(seed), operation.id, question),
    now: second,
    direction: "response",
    example: content.example,
  });
  const mediaType = essence.includes("*") ? "application/json" : content.mediaType;
  const made = textResponse(status, encodeJson(value ?? null), mediaType);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(key, made);
  return made;
}

function rawAnswer(status: number, essence: string, mediaType: string): PlainResponse {
  if (essence === "text/event-stream")
    return textResponse(status, 'event: message\ndata: {"fake":true}\n\n', mediaType);
  if (/ndjson|jsonl/.test(essence)) return textResponse(status, '{"fake":true}\n', mediaType);
  if (essence.startsWith("text/")) return textResponse(status, "An answer of the fake.", mediaType);
  const body = new Uint8Array([0x66, 0x61, 0x6b, 0x65]);
  return {
    status,
    headers: [
      ["content-length", String(body.length)],
      ["content-type", mediaType],
    ],
    body,
  };
}

/** Whether a media type is JSON, or allows it. */
export function isJson(mediaType: string): boolean {
  const essence = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  return essence === "application/json" || essence.endsWith("+json") || essence.includes("*");
}
