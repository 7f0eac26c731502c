import { encodeAnything, encodeJson, essenceOf, type PlainResponse, textResponse } from "@svc/fastapi-validation";
import type { Content, Model, Operation, Schema } from "@svc/model";
import { type GenerateContext, generate, type Validate, whereNothing } from "@svc/schema";
import { REDIRECT_TARGET } from "../store/files.ts";
import { concreteType, isJson, plainContent, preferredContent, writeContent } from "./content.ts";
import { seedOf } from "./random.ts";
import { headerValue, withRequiredHeaders } from "./required-headers.ts";
import { successOf } from "./success.ts";

/** What answers are made up from. */
export interface AnswerContext {
  readonly model: Model;
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly validate: Validate;
  /** Seconds until requests are to be had again; undefined: they are not limited. */
  readonly retryAfter: () => number | undefined;
  /** Answers that were made before: the same question again costs no generation. */
  readonly known: Map<string, PlainResponse>;
}

/** Answers that are remembered. */
const KNOWN_LIMIT = 500;

/** A request to which an answer is made up. */
export interface Question {
  readonly operation: Operation;
  /** What the answer depends on, beside the seed. */
  readonly args: unknown;
  /** Address of the fake: where redirects lead. */
  readonly baseUrl: string;
}

/**
 * An answer of an operation that the document allows: the same for the same seed and the same arguments.
 *
 * @throws Error where no valid value of the schema was found, with the place in the document
 */
export function generatedAnswer({ operation, args, baseUrl }: Question, context: AnswerContext): PlainResponse {
  const { status, response } = successOf(operation);
  if (status < 200) return notSwitched(status);
  const answer = contentAnswer(
    { operation, status, content: preferredContent(response?.content ?? []), args },
    context,
  );
  if (response === undefined) return answer;
  if (!/^30[12378]$/.test(String(status))) return withRequiredHeaders(answer, response, context);
  const target = baseUrl + REDIRECT_TARGET;
  const documented = response.headers.find(({ name }) => name.toLowerCase() === "location");
  const fits = documented === undefined || context.validate(documented.schema, target).length === 0;
  const location = fits ? target : headerValue(documented, context);
  return withRequiredHeaders({ ...answer, headers: [...answer.headers, ["location", location]] }, response, context);
}

/** What a server answers that was not asked to switch protocols: there is no other answer to a request of HTTP. */
function notSwitched(status: number): PlainResponse {
  const text = `The document knows only the answer ${status}, which no fetch can receive and the fake cannot send.`;
  return textResponse(426, text, "text/plain; charset=utf-8", [["upgrade", "websocket"]]);
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

/**
 * An answer with this content, as its schema has it.
 *
 * @throws Error where no valid value of the schema was found, with the place in the document
 */
export function contentAnswer({ operation, status, content, args }: MadeUp, context: AnswerContext): PlainResponse {
  const hasBody = operation.method !== "head" && status !== 204 && status !== 205 && status !== 304;
  if (content === undefined || !hasBody) return { status, headers: [], body: undefined };
  const { known, now } = context;
  const question = encodeAnything(args);
  // Dates move with the clock; whole seconds are enough for them.
  const second = Math.floor(now / 1000) * 1000;
  const key = `${operation.id} ${status} ${second} ${question}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = textResponse(
    status,
    textOf({ operation, content, question, now: second }, context),
    concreteType(content.mediaType),
  );
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(key, made);
  return made;
}

interface Asked {
  readonly operation: Operation;
  readonly content: Content;
  readonly question: string;
  readonly now: number;
}

function textOf({ operation, content, question, now }: Asked, { model, seed, validate }: AnswerContext): string {
  const { schema, example, mediaType } = content;
  const essence = essenceOf(mediaType);
  const isPlain = !isJson(essence);
  if (isPlain && schema === undefined)
    return example === undefined ? plainContent(essence) : writeContent(essence, example);
  if (isPlain && example === undefined && isAnyText(schema, essence, validate)) return plainContent(essence);
  const making: GenerateContext = {
    schemas: model.schemas,
    seed: seedOf(String(seed), operation.id, question),
    now,
    direction: "response",
    example,
    exact: true,
  };
  const value = generate(schema ?? {}, making);
  if (value === undefined) throw new Error(explainNothing(operation, content, making));
  return isPlain ? writeContent(essence, value) : encodeJson(value);
}

/** Whether a schema lets the fake's own words pass. */
function isAnyText(schema: Schema | undefined, essence: string, validate: Validate): boolean {
  return schema === undefined || validate(schema, plainContent(essence)).length === 0;
}

function explainNothing({ responses, pointer }: Operation, content: Content, context: GenerateContext): string {
  const response = responses.find((one) => one.content.includes(content));
  const mediaType = content.mediaType.replaceAll("~", "~0").replaceAll("/", "~1");
  const where = whereNothing(content.schema ?? {}, context);
  const place = where === "" ? "" : `, at ${where} of it`;
  return `no valid value was found${place} for the schema at ${response?.pointer ?? pointer}/content/${mediaType}/schema; answer it with fake.on.`;
}
