import {
  encodeJson,
  encodeLenientJson,
  type HttpResponse,
  textResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { allowsJson, type Content, essenceOf, type Json, type Operation, type Schema } from "@svc/model/data";
import { type GenerateContext, generate, makeStream, type StreamContent, type Validate } from "@svc/schema";
import { reasonPhrase } from "../../adapters/fetched-response.ts";
import { REDIRECT_TARGET } from "../../store/upload-addresses.ts";
import type { FakeContext } from "../context.ts";
import { type RefusalReason, withReason } from "../refusal-reason.ts";
import { type Asked, acceptedContent, concreteType, plainContent, successOf, writeContent } from "./content.ts";
import { headerValue, withRequiredHeaders } from "./response-headers.ts";

/** The parts of a fake that generated responses depend on. */
export type GenerationContext = Pick<FakeContext, "model" | "seed" | "clock" | "validate" | "limiter" | "generated">;

/** Responses that are kept. */
const KEPT_LIMIT = 500;

/** A request whose response is generated. */
export interface GeneratedCall {
  readonly operation: Operation;
  /** Arguments of the call: other arguments give another value. */
  readonly args: unknown;
  /** Text that belongs to the same arguments only. @default their JSON */
  readonly key?: string | undefined;
  /** Address of the fake, for redirects. */
  readonly baseUrl: string;
  /** What the request says of the content that it takes. */
  readonly asked: Asked;
}

/**
 * Generates a successful response of an operation: the same for the same seed and the same arguments.
 *
 * @throws Error with the place in the document if no valid value of the schema was found
 */
export function generateResponse(
  { operation, args, key, baseUrl, asked }: GeneratedCall,
  context: GenerationContext,
): HttpResponse {
  const { status, response } = successOf(operation);
  if (status < 200) return notSwitched(status);
  const answer = generateContentResponse(
    { operation, status, content: acceptedContent(response?.content ?? [], asked), args, key },
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

/** The response if the document has 1xx responses only, which HTTP clients cannot receive. */
function notSwitched(status: number): HttpResponse {
  const text = `The document declares only the response ${status}, which no fetch can receive and the fake cannot send.`;
  return textResponse(426, text, "text/plain; charset=utf-8", [["upgrade", "websocket"]]);
}

/** The content of which a response is generated. */
export interface ResponseSource {
  readonly operation: Operation;
  readonly status: number;
  /** Undefined: no body. */
  readonly content: Content | undefined;
  /** Arguments of the call: other arguments give another value. */
  readonly args: unknown;
  /** Text that belongs to the same arguments only. @default their JSON */
  readonly key?: string | undefined;
}

/**
 * Generates a response with a body that is valid for its schema. Where the schema contradicts itself, the body is the best
 * there is, and the header `x-svc-fake-reason` says so.
 */
export function generateContentResponse(
  { operation, status, content, args, key }: ResponseSource,
  context: GenerationContext,
): HttpResponse {
  const hasBody = operation.method !== "head" && status !== 204 && status !== 205 && status !== 304;
  if (content === undefined || !hasBody) return { status, headers: [], body: undefined };
  const { generated, clock } = context;
  // Dates move with the clock, by whole seconds.
  const second = Math.floor(clock.now() / 1000) * 1000;
  const place = `${operation.id} ${key ?? encodeLenientJson(args)}`;
  const found = generated.get(place);
  if (found?.content === content && found.status === status && found.second === second) return found.response;
  const question = encodeLenientJson(args);
  const { text, reason } = textOf({ operation, status, content, question, now: second }, context);
  const made = withReason(textResponse(status, text, concreteType(content.mediaType)), reason);
  if (generated.size >= KEPT_LIMIT) generated.clear();
  generated.set(place, { content, status, second, response: made });
  return made;
}

/** Generates the items of a short stream: the same for the same seed and the same arguments. */
export function generateItems(
  { operation, path, query, body }: Pick<ValidRequest, "operation" | "path" | "query" | "body">,
  content: StreamContent,
  { model, seed, clock }: GenerationContext,
): readonly Json[] {
  const question = encodeLenientJson({ path, query, body });
  const making = { schemas: model.schemas, now: clock.now(), direction: "response", exact: true } as const;
  return makeStream(content, (index) => ({ ...making, seed: `${seed} ${operation.id} ${question} ${index}`, index }));
}

interface TextSource {
  readonly operation: Operation;
  readonly status: number;
  readonly content: Content;
  readonly question: string;
  readonly now: number;
}

interface GeneratedText {
  readonly text: string;
  readonly reason?: RefusalReason;
}

function textOf(
  { operation, status, content, question, now }: TextSource,
  { model, seed, validate }: GenerationContext,
): GeneratedText {
  const { schema, example, mediaType } = content;
  const essence = essenceOf(mediaType);
  const isPlain = !allowsJson(essence);
  if (isPlain && schema === undefined)
    return { text: example === undefined ? plainContent(essence) : writeContent(essence, example) };
  if (isPlain && example === undefined && isAnyText(schema, essence, validate)) return { text: plainContent(essence) };
  const making: GenerateContext = {
    schemas: model.schemas,
    seed: `${seed} ${operation.id} ${question}`,
    now,
    direction: "response",
    example,
    exact: true,
    ...(status >= 400 && { error: { status, title: reasonPhrase(status), detail: errorDetail(status) } }),
  };
  const write = (value: Json): string => (isPlain ? writeContent(essence, value) : encodeJson(value));
  const value = generate(schema ?? {}, making);
  if (value !== undefined) return { text: write(value) };
  const best = generate(schema ?? {}, { ...making, exact: false }) ?? null;
  return {
    text: write(best),
    reason: { place: "response", rule: explainNothing(operation, content), value: undefined },
  };
}

/** Text of an error without an example. */
function errorDetail(status: number): string {
  return DETAILS[status] ?? (status >= 500 ? "The service failed to process the request." : "The request was refused.");
}

const DETAILS: { readonly [status: number]: string } = {
  400: "The request is not valid.",
  401: "Authentication is required.",
  403: "Access is not allowed.",
  404: "The resource was not found.",
  409: "The request conflicts with the state of the resource.",
  422: "The request is not valid.",
  429: "Too many requests.",
};

/** Whether the default text of the fake is valid for a schema. */
function isAnyText(schema: Schema | undefined, essence: string, validate: Validate): boolean {
  return schema === undefined || validate(schema, plainContent(essence)).length === 0;
}

function explainNothing({ responses, pointer }: Operation, content: Content): string {
  const response = responses.find((one) => one.content.includes(content));
  const mediaType = content.mediaType.replaceAll("~", "~0").replaceAll("/", "~1");
  const place = `${response?.pointer ?? pointer}/content/${mediaType}/schema`;
  return `the document allows no value at ${place}; handle the operation with fake.on.`;
}
