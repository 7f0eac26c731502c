import { createMultipartReader, type FormValues, MultipartError } from "./multipart.ts";

/** Bytes that are looked at once: a reader needs a multiple of them. */
const CHUNK = 1024 * 1024;

/** A multipart body as far as it could be read, and why it was not read to its end. */
export interface MultipartForm {
  readonly values: FormValues;
  /** The `detail` of the service's answer. Undefined: all of it was read. */
  readonly refusal: string | undefined;
}

/** Reads a multipart body as it comes, without throwing. */
export interface OpenMultipart {
  /** False: it is refused, and no more of it is read. */
  write(chunk: Uint8Array): boolean;
  read(): MultipartForm;
}

export function openMultipart(contentType: string): OpenMultipart {
  let refusal: string | undefined;
  const refusing = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof MultipartError)) throw error;
      refusal = error.message;
      return undefined;
    }
  };
  const reader = refusing(() => createMultipartReader(contentType));
  return {
    write(chunk) {
      if (refusal === undefined) refusing(() => reader?.write(chunk));
      return refusal === undefined;
    },
    read: () => ({ values: reader?.values() ?? new Map(), refusal }),
  };
}

/** Reads a whole multipart body. */
export function readMultipart(bytes: Uint8Array, contentType: string): MultipartForm {
  const form = openMultipart(contentType);
  for (let at = 0; at < bytes.length && form.write(bytes.subarray(at, at + CHUNK)); at += CHUNK);
  return form.read();
}
