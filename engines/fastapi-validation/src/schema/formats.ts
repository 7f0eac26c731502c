import { isFileSchema, type Schema } from "@svc/model/data";
import { FormFile } from "../form/file.ts";
import { validateDate, validateDateTime, validateTime } from "./date-time.ts";
import { durationValidator } from "./duration.ts";
import {
  type Compiled,
  checkLength,
  fail,
  failParsing,
  failType,
  INVALID,
  LAX,
  lower,
  type Validator,
} from "./validator.ts";

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder();
const GROUPS = [8, 4, 4, 4, 12] as const;

/** UUIDs: with or without hyphens, in braces, or as `urn:uuid:`. The value stays the text. */
export const validateUuid: Validator = (input, state) => {
  if (typeof input !== "string") {
    return fail(state, { type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object", input });
  }
  const error = uuidError(input);
  if (error !== undefined) return failParsing(state, { type: "uuid", words: "a valid UUID", error, input });
  lower(state, LAX);
  return input;
};

function uuidError(text: string): string | undefined {
  const body = unwrap(text);
  const invalid = /[^0-9a-fA-F-]/u.exec(body);
  if (invalid !== null) {
    const at = text.indexOf(invalid[0], text.indexOf(body)) + 1;
    const wanted = "expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]";
    return `invalid character: ${wanted}, found \`${invalid[0]}\` at ${at}`;
  }
  const groups = body.split("-");
  if (groups.length === 1) {
    return body.length === 32
      ? undefined
      : `invalid length: expected length 32 for simple format, found ${body.length}`;
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`;
  const wrong = GROUPS.findIndex((length, index) => groups[index]?.length !== length);
  if (wrong === -1) return undefined;
  return `invalid group length in group ${wrong}: expected ${GROUPS[wrong]}, found ${groups[wrong]?.length}`;
}

function unwrap(text: string): string {
  if (text.startsWith("urn:uuid:")) return text.slice(9);
  return text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : text;
}

/** Schemes whose address must name a host. */
const WITH_HOST = /^(?:https?|wss?|ftp):[/\\]*(?:[?#]|$)/i;

/** Absolute URLs, by the WHATWG rules that pydantic's parser follows too. The value stays the text. */
export const validateUrl: Validator = (input, state) => {
  if (typeof input !== "string") {
    return fail(state, { type: "url_type", msg: "URL input should be a string or URL", input });
  }
  const error = urlError(input);
  if (error !== undefined) return failParsing(state, { type: "url", words: "a valid URL", error, input });
  lower(state, LAX);
  return input;
};

function urlError(text: string): string | undefined {
  if (URL.canParse(text)) return undefined;
  if (text.trim() === "") return "input is empty";
  if (!/^\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return "relative URL without a base";
  if (WITH_HOST.test(text.trim())) return "empty host";
  if (/:\/\/[^/?#]*\[/.test(text)) return "invalid IPv6 address";
  const host = authority(text);
  return host.lastIndexOf(":") > host.lastIndexOf("]") ? "invalid port number" : "invalid international domain name";
}

function authority(text: string): string {
  return /:[/\\]+([^/?#\\]*)/.exec(text)?.[1] ?? "";
}

const FORMATS: ReadonlyMap<string, readonly [label: string, validate: Validator]> = new Map([
  ["date-time", ["datetime", validateDateTime]],
  ["date", ["date", validateDate]],
  ["time", ["time", validateTime]],
  ["uuid", ["uuid", validateUuid]],
  // The label is what pydantic really says: its URL classes wrap their validator.
  ["uri", ["function-wrap[wrap_val()]", validateUrl]],
]);

/** The validator of a text format that pydantic has a type for; undefined for others, which are plain text. */
export function formatValidator(
  schema: Schema,
  { keepText, hasFiles }: { readonly keepText: boolean; readonly hasFiles?: boolean },
): Compiled | undefined {
  const { format } = schema;
  if (format === "duration") return { validate: durationValidator(keepText), label: () => "timedelta" };
  const isLimited = schema.minLength !== undefined || schema.maxLength !== undefined;
  if (isFileSchema(schema) && hasFiles)
    return { validate: isLimited ? bytesValidator(schema) : validateFile, label: () => "bytes" };
  const known = format === undefined ? undefined : FORMATS.get(format);
  return known === undefined ? undefined : { validate: known[1], label: () => known[0] };
}

/** A file of a form, or bytes: what FastAPI calls `UploadFile`. */
const validateFile: Validator = (input, state) => {
  if (input instanceof FormFile || input instanceof Uint8Array) return input;
  if (typeof input !== "string") return failType("bytes", "bytes", input, state);
  const msg = "Value error, Expected UploadFile, received: <class 'str'>";
  return fail(state, { type: "value_error", msg, input, ctx: { error: {} } });
};

/** A file whose length is limited. In FastAPI only a parameter of type `bytes` can be that, which takes text, too. */
function bytesValidator({ minLength, maxLength }: Schema): Validator {
  return (input, state) => {
    const bytes = input instanceof FormFile ? input.bytes : typeof input === "string" ? UTF8.encode(input) : input;
    if (!(bytes instanceof Uint8Array)) return validateFile(input, state);
    const length = {
      field: "Data",
      unit: "byte",
      length: bytes.length,
      get input() {
        return TEXT.decode(bytes);
      },
    } as const;
    return checkLength(length, [minLength, maxLength], state, "bytes_") ? input : INVALID;
  };
}
