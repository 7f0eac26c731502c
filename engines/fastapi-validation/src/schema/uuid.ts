import { fail, LAX, lower, type Validator } from "./validator.ts";

const GROUPS = [8, 4, 4, 4, 12] as const;

/** UUIDs: with or without hyphens, in braces, or as `urn:uuid:`. The value stays the text. */
export const validateUuid: Validator = (input, state) => {
  if (typeof input !== "string") {
    return fail(state, { type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object", input });
  }
  const error = uuidError(input);
  if (error === undefined) {
    lower(state, LAX);
    return input;
  }
  return fail(state, { type: "uuid_parsing", msg: `Input should be a valid UUID, ${error}`, input, ctx: { error } });
};

function uuidError(text: string): string | undefined {
  const body = unwrap(text);
  const stray = /[^0-9a-fA-F-]/u.exec(body);
  if (stray !== null) {
    const at = text.indexOf(stray[0], text.indexOf(body)) + 1;
    const wanted = "expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]";
    return `invalid character: ${wanted}, found \`${stray[0]}\` at ${at}`;
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
