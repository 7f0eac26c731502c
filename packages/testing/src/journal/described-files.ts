import { FormFile, type HttpRequest, kindOf, readMultipart } from "@svc/fastapi-validation";
import { findBuiltin } from "../builtin.ts";
import { mapFiles } from "../fake/handlers/handler-request.ts";
import { REDACTED } from "../redaction/secret-names.ts";

/** A file of a request as the journal keeps it: its bytes are not kept. */
export interface RecordedFile {
  /** File name as it was sent; undefined for a binary body. */
  readonly name: string | undefined;
  /** Media type as it was sent; empty if it was not. */
  readonly type: string;
  /** Length in bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal; undefined in runtimes without `node:crypto`. */
  readonly sha256: string | undefined;
}

/** The body of a request with facts in the place of its files, also in lists of a form; undefined where it has none. */
export function withDescribedFiles(body: unknown, contentType = ""): unknown {
  if (body instanceof Uint8Array) return describe({ name: undefined, type: contentType, bytes: body });
  const described = mapFiles(body, describeFile);
  return described === body ? undefined : described;
}

/**
 * The body of a request that no operation has taken, where it has files: a form as far as it can be read, or bytes. Undefined
 * where it is a text.
 */
export function describeUnread(
  { body, form }: HttpRequest,
  contentType: string | undefined,
  isSecret: (name: string) => boolean,
): unknown {
  const kind = contentType === undefined ? undefined : kindOf(contentType);
  if (contentType === undefined || (form === undefined && (body === undefined || body.length === 0))) return undefined;
  if (body !== undefined && kind === "binary") return describe({ name: undefined, type: contentType, bytes: body });
  if (kind !== "multipart") return undefined;
  const { values } = form ?? readMultipart(body ?? new Uint8Array(), contentType);
  const fields = [...values].map(([name, all]) => {
    const facts = all.map((one) => (isSecret(name) ? REDACTED : one instanceof FormFile ? describeFile(one) : one));
    return [name, facts.length === 1 ? facts[0] : facts];
  });
  return Object.fromEntries(fields);
}

function describeFile({ filename, contentType, bytes }: FormFile): RecordedFile {
  return describe({ name: filename, type: contentType, bytes });
}

function describe({ name, type, bytes }: { name: string | undefined; type: string; bytes: Uint8Array }): RecordedFile {
  const sha256 = findBuiltin("node:crypto")?.createHash("sha256").update(bytes).digest("hex");
  return { name, type, size: bytes.length, sha256 };
}
