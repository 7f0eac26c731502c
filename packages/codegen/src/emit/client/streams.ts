import {
  type Content,
  type ItemStream,
  type Json,
  type Model,
  type Operation,
  preferredContent,
  type Response,
  successResponses,
} from "@svc/model";
import { type Code, str, ts } from "../../quote/index.ts";

import { itemType } from "../operation-types.ts";

/** A stream that a call may resolve with. */
export interface OperationStream extends ItemStream {
  readonly mediaType: string;
  /** Type of its items. */
  readonly type: Code;
}

interface StreamedContent {
  readonly response: Response;
  readonly content: Content;
  readonly stream: ItemStream;
}

/** The contents of an operation's successes that are streams, one of each media type, in the order of the document. */
export function streamedContent(operation: Operation): StreamedContent[] {
  const found = new Map<string, StreamedContent>();
  for (const response of operation.method === "head" ? [] : successResponses(operation)) {
    for (const content of response.content) {
      const { mediaType, stream } = content;
      if (stream !== undefined && !found.has(mediaType)) found.set(mediaType, { response, content, stream });
    }
  }
  return [...found.values()];
}

/** The streams that a call may resolve with. */
export function streamsOf(operation: Operation, model: Model): OperationStream[] {
  return streamedContent(operation).map(({ response, content, stream }) => {
    const type = itemType(operation, response, content, model);
    return { ...stream, mediaType: content.mediaType, type };
  });
}

/** The media type that a call resolves with, where it does not ask for another one and the operation has streams. */
export function usualType(operation: Operation): string | undefined {
  return successResponses(operation).flatMap(({ content }) => preferredContent(content)?.mediaType ?? [])[0];
}

/** The stream that a call of the operation gives by default; undefined where it gives none. */
export function usualStream(operation: Operation, model: Model): OperationStream | undefined {
  const usual = usualType(operation);
  return streamsOf(operation, model).find(({ mediaType }) => mediaType === usual);
}

/** The streams of an operation as the client's table has them, by media type. */
export function streamRow(operation: Operation, model: Model): { [key: string]: Json } | undefined {
  const streams = streamsOf(operation, model);
  if (streams.length === 0) return undefined;
  const types = streams.map(({ mediaType, json, end, error }) => [
    mediaType,
    {
      ...(json !== undefined && { json: json === true ? true : [...json] }),
      ...(end !== undefined && { end }),
      ...(error !== undefined && { error }),
    },
  ]);
  return { accept: usualType(operation) ?? "", types: Object.fromEntries(types) };
}

/** Code of a signature. */
interface SignatureParts {
  /** Parameters before options that are required, and before optional ones. */
  readonly required: Code;
  readonly optional: Code;
  /** Type of the result by default. */
  readonly usual: Code;
  /** Type of further options; empty: none. */
  readonly more: Code;
}

/** Members of a method's type: a signature for what a call gets by default, and one for each other stream that it can ask for. */
export function streamSignatures(
  operation: Operation,
  model: Model,
  { required, optional, usual, more }: SignatureParts,
): Code[] {
  const streams = streamsOf(operation, model);
  const accept = usualType(operation);
  const further = more === "" ? more : ts` & ${more}`;
  const comma = (parameters: Code): Code => (parameters === "" ? parameters : ts`${parameters}, `);
  const others = streams.filter(({ mediaType }) => mediaType !== accept);
  const isStream = others.length < streams.length;
  const own =
    others.length === 0 || accept === undefined ? ts`` : ts` & { readonly accept?: ${str(accept)} | undefined }`;
  return [
    ...others.map(
      ({ mediaType, type }) =>
        ts`(${comma(required)}options: StreamOptions${further} & { readonly accept: ${str(mediaType)} }): StreamPromise<${type}>`,
    ),
    ts`(${comma(optional)}options?: ${isStream ? ts`StreamOptions` : ts`CallOptions`}${further}${own}): ${usual}`,
  ];
}
