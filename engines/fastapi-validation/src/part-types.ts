import { type Content, essenceOf } from "@svc/model";
import { FormFile } from "./form-file.ts";
import { INVALID, isObject, type Validator } from "./schema/validator.ts";

/**
 * A validator that also refuses files whose media type is none that the `encoding` of their part lists, with the error of a
 * FastAPI validator. A file without a type passes.
 */
export function checkingPartTypes(validate: Validator, encoding: Content["encoding"]): Validator {
  const parts = Object.entries(encoding ?? {}).flatMap(([name, { contentType }]) =>
    contentType === undefined ? [] : [{ name, contentType, allowed: contentType.split(",").map(essenceOf) }],
  );
  if (parts.length === 0) return validate;
  return (content, state) => {
    const before = state.issues.length;
    const value = validate(content, state);
    for (const { name, contentType, allowed } of parts) {
      const given = isObject(content) ? [content[name]].flat() : [];
      const input = given.find((one) => one instanceof FormFile && !isAllowed(one.contentType, allowed));
      if (!(input instanceof FormFile)) continue;
      const msg = `Value error, Expected ${contentType}, received: ${input.contentType}`;
      state.issues.push({ type: "value_error", loc: ["body", name], msg, input, ctx: { error: {} } });
    }
    return state.issues.length > before ? INVALID : value;
  };
}

function isAllowed(type: string, allowed: readonly string[]): boolean {
  const essence = essenceOf(type);
  const range = `${essence.split("/")[0]}/*`;
  return essence === "" || allowed.some((one) => one === essence || one === range || one === "*/*");
}
