import { encodeJson, essenceOf, type HttpResponse, textResponse } from "@svc/fastapi-validation";
import type { Content, Operation } from "@svc/model";
import { concreteType, isJson, preferredContent, writeContent } from "./content.ts";
import { successOf } from "./documented-response.ts";
import { readBeginning } from "./read-beginning.ts";

/** What can be the body of a `Response` and is no JSON. */
type Raw = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array> | FormData | URLSearchParams;

/** What a handler was asked for. */
export interface Asked {
  readonly operation: Operation;
  /** Is told why a stream breaks off after the answer has begun. */
  readonly onError: (error: unknown) => void;
}

/**
 * What a handler has answered, in the terms of the core: a `Response` as it is, anything else as the body of a good answer
 * in the document's own media type.
 *
 * @throws TypeError for a `Response` that cannot be sent
 */
export async function toHandlerResponse(answer: unknown, asked: Asked): Promise<HttpResponse> {
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
  if (isJson(essence)) return textResponse(status, encodeJson(answer), concreteType(mediaType));
  const isWritten = typeof answer === "string" || /ndjson|jsonl|x-www-form-urlencoded/.test(essence);
  if (isWritten) return textResponse(status, writeContent(essence, answer as never), concreteType(mediaType));
  return textResponse(status, encodeJson(answer), "application/json");
}

async function fromResponse(answer: Response, { operation, onError }: Asked): Promise<HttpResponse> {
  if (answer.type === "error") {
    throw new TypeError("Response.error() is no answer; have the request fail with fake.fail({ reset: true }).");
  }
  if (answer.bodyUsed)
    throw new TypeError("the body of the Response was read before it was answered; answer a new one.");
  const { status } = answer;
  // fetch has decoded what it answers, but left the headers as they came.
  const isDecoded = answer.url !== "" && answer.headers.has("content-encoding");
  const headers = [...answer.headers].filter(([name]) => !isDecoded || !/^content-(?:encoding|length)$/.test(name));
  if (answer.body === null) return { status, headers, body: undefined };
  const { beginning, stream } = await readBeginning(answer.body, onError);
  if (stream === undefined) return { status, headers, body: beginning };
  if (operation.method === "head") {
    await stream.cancel();
    return { status, headers, body: undefined };
  }
  return { status, headers, body: beginning, rest: { stream, operation: operation.id } };
}

function isRaw(answer: unknown): answer is Raw {
  return (
    answer instanceof Blob ||
    answer instanceof ArrayBuffer ||
    ArrayBuffer.isView(answer) ||
    answer instanceof ReadableStream ||
    answer instanceof FormData ||
    answer instanceof URLSearchParams
  );
}

/** The document's media type for bytes, or the blob's own where that is one of them; undefined: it says so itself. */
function typeOfRaw(answer: Raw, content: readonly Content[]): string | undefined {
  if (answer instanceof FormData || answer instanceof URLSearchParams) return undefined;
  const own = answer instanceof Blob ? answer.type : "";
  const types = content.map(({ mediaType }) => mediaType);
  const type = types.find((one) => essenceOf(one) === essenceOf(own)) ?? types.find((one) => !isJson(one)) ?? types[0];
  if (type === undefined || essenceOf(type).includes("*")) {
    const isAnything = type === undefined || isJson(type);
    return own || (isAnything ? "application/octet-stream" : concreteType(type));
  }
  return type;
}
