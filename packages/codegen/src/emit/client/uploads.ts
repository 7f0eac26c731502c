import { bodyKind, type Content, hasFiles, type Json, type Model, type Operation, preferredContent } from "@svc/model";
import { type Code, ts } from "../../quote/index.ts";
import { bodyType, contentType } from "../operation-types.ts";

/** The content of a request body that the client sends as a stream: a form with parts, or bytes. */
export function uploadOf({ body }: Operation): Content | undefined {
  const content = preferredContent(body?.content ?? []);
  return content !== undefined && /^(multipart|binary)$/.test(bodyKind(content.mediaType)) ? content : undefined;
}

/** How the body travels, as the client's table has it. */
export function uploadRow(operation: Operation): { [key: string]: Json } | undefined {
  const content = uploadOf(operation);
  if (content === undefined) return undefined;
  if (bodyKind(content.mediaType) === "binary") return {};
  const parts = Object.entries(content.encoding ?? {}).flatMap(
    ([name, { contentType: type, style }]): [string, Json][] => {
      const row = { ...(type !== undefined && { type }), ...(style === "deepObject" && { style }) };
      return Object.keys(row).length === 0 ? [] : [[name, row]];
    },
  );
  return { parts: Object.fromEntries(parts) };
}

/** One way to give the body of an operation, with what that means for the options of the call. */
export interface BodyVariant {
  readonly body: Code;
  /** Type of further options; empty: none. */
  readonly options: Code;
}

/** Types of an operation's body argument: files that can be sent again come last. */
export function bodyVariants(operation: Operation, model: Model): BodyVariant[] {
  const content = uploadOf(operation);
  if (content === undefined) return [{ body: bodyType(operation, model), options: ts`` }];
  if (bodyKind(content.mediaType) === "binary") {
    const bytes = ts`FileSource | ArrayBuffer | Uint8Array<ArrayBuffer> | string`;
    return [
      { body: ts`${bytes} | StreamSource`, options: ts`SentOnce` },
      { body: bytes, options: ts`UploadOptions` },
    ];
  }
  if (content.schema === undefined || !hasFiles(content.schema, model.schemas))
    return [{ body: bodyType(operation, model), options: ts`UploadOptions` }];
  const form = contentType(operation, content, model);
  return [
    { body: ts`SendableOnce<${form}> | FormData`, options: ts`SentOnce` },
    { body: ts`Resendable<${form}> | FormData`, options: ts`UploadOptions` },
  ];
}
