import { collectBytes, encodeJson, type HttpResponse, textResponse } from "@svc/fastapi-validation";
import { allowsJson, type Content, essenceOf, methodName, type Operation, preferredContent } from "@svc/model/data";
import type { Validate } from "@svc/schema";
import { pulledStream } from "../../adapters/body-stream.ts";
import { waitTurns } from "../../clock/fake-timers.ts";
import { concreteType, parseExact, successOf, writeContent } from "../answer/content.ts";

/** Bodies of a `Response` other than JSON and text. */
type Raw = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array> | FormData | URLSearchParams;

/** The call that a handler answers. */
interface HandledCall {
  readonly operation: Operation;
  /** Validates a body against its schema. Undefined: any body is sent. */
  readonly validate?: Validate | undefined;
  /** Called with the error of a stream that fails after the response has begun. */
  readonly onError: (error: unknown) => void;
}

/**
 * Turns the result of a handler into a response: a `Response` as it is, any other value as the body of a successful response
 * in the media type of the document.
 *
 * @throws TypeError for a `Response` that cannot be sent, and for a value that the document does not allow
 */
export async function toHandlerResponse(answer: unknown, asked: HandledCall): Promise<HttpResponse> {
  if (answer instanceof Response) return fromResponse(answer, asked);
  const { operation } = asked;
  const { status: known, response } = successOf(operation);
  const status = Math.max(known, 200);
  if (answer === undefined) return { status, headers: [["content-length", "0"]], body: undefined };
  const content = response?.content ?? [];
  if (isRaw(answer)) {
    const type = typeOfRaw(answer, content);
    const sent = new Response(answer, type === undefined ? {} : { headers: { "content-type": type } });
    return { ...(await fromResponse(sent, asked)), status };
  }
  const { mediaType = "application/json" } =
    (typeof answer === "string" ? content[0] : preferredContent(content)) ?? {};
  const essence = essenceOf(mediaType);
  const isJson = allowsJson(essence);
  const isWritten = typeof answer === "string" || /ndjson|jsonl|x-www-form-urlencoded/.test(essence);
  const text = isWritten && !isJson ? writeContent(essence, answer as never) : encodeJson(answer);
  if (isJson) checkBody(text, content, asked);
  return textResponse(status, text, isJson || isWritten ? concreteType(mediaType) : "application/json");
}

/** @throws TypeError with the place and the rule where a body is not valid for the document */
function checkBody(text: string, content: readonly Content[], { validate }: HandledCall): void {
  const schema = preferredContent(content)?.schema;
  const [issue] = schema === undefined || validate === undefined ? [] : validate(schema, parseExact(text));
  if (issue === undefined) return;
  const place = issue.pointer || "the body";
  throw new TypeError(
    `${place}: ${issue.message}. Return a value that the document allows or a Response, or create the fake with strict: false.`,
  );
}

async function fromResponse(answer: Response, { operation, onError }: HandledCall): Promise<HttpResponse> {
  if (answer.type === "error") {
    throw new TypeError("Response.error() is not a response; use fake.fail({ reset: true }) to fail the request.");
  }
  if (answer.bodyUsed) throw new TypeError("the body of the Response was already read; return a new one.");
  const { status } = answer;
  // fetch decodes bodies, but leaves the headers as they are.
  const isDecoded = answer.url !== "" && answer.headers.has("content-encoding");
  const headers = [...answer.headers].filter(([name]) => !isDecoded || !/^content-(?:encoding|length)$/.test(name));
  if (answer.body === null) return { status, headers, body: undefined };
  const { beginning, stream } = await readBeginning(answer.body, onError);
  if (stream === undefined) return { status, headers, body: beginning };
  if (operation.method === "head") {
    await stream.cancel();
    return { status, headers, body: undefined };
  }
  return { status, headers, body: beginning, rest: { stream, operation: methodName(operation) } };
}

function isRaw(answer: unknown): answer is Raw {
  const classes = [Blob, ArrayBuffer, ReadableStream, FormData, URLSearchParams];
  return ArrayBuffer.isView(answer) || classes.some((one) => answer instanceof one);
}

/** Media type of bytes: the document's, or the blob's if the document has it; undefined for a form, which has its own. */
function typeOfRaw(answer: Raw, content: readonly Content[]): string | undefined {
  if (answer instanceof FormData || answer instanceof URLSearchParams) return undefined;
  const own = answer instanceof Blob ? answer.type : "";
  const types = content.map(({ mediaType }) => mediaType);
  const type =
    types.find((one) => essenceOf(one) === essenceOf(own)) ?? types.find((one) => !allowsJson(one)) ?? types[0];
  if (type === undefined || essenceOf(type).includes("*")) {
    const isAnything = type === undefined || allowsJson(type);
    return own || (isAnything ? "application/octet-stream" : concreteType(type));
  }
  return type;
}

/** Turns of the event loop after which a body without a new chunk counts as waiting. */
const TURNS = 5;
/** Bytes that are buffered of a body. */
const LIMIT = 16_000_000;

/** Reads a body to its end, or until it waits for something: `stream` is the rest, with whose error it calls back. */
async function readBeginning(body: ReadableStream<Uint8Array>, onError: (error: unknown) => void) {
  const reader = body.getReader();
  const bytes = collectBytes();
  for (;;) {
    const next = reader.read();
    const read = bytes.length > LIMIT ? undefined : await Promise.race([next, waitTurns(TURNS)]);
    if (read === undefined) return { beginning: bytes.read(), stream: following(reader, next, onError) };
    if (read.done) return { beginning: bytes.read(), stream: undefined };
    bytes.add(bytesOf(read.value));
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = ReturnType<Reader["read"]>;

/** The rest of a stream, beginning with a pending read. */
function following(reader: Reader, first: Read, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  // The reader of the rest gets the error.
  first.catch(() => {});
  let next: Read | undefined = first;
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await (next ?? reader.read());
      next = undefined;
      return done ? undefined : bytesOf(value);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  return pulledStream(read, { leave: (reason) => reader.cancel(reason) });
}

/** @throws TypeError for a chunk that is no Uint8Array, as fetch does */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("Received non-Uint8Array chunk");
}
