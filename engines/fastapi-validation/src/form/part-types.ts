import { type Content, essenceOf } from "@svc/model/data";
import { INVALID, isObject, type Validator } from "../schema/validator.ts";
import { FormFile } from "./file.ts";

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

// Node.js has it since 20, browsers since 2023; the other parts of that library version came later.
/// <reference lib="es2024.string" />
/** Halves of surrogate pairs that are told of; a body may hold a million. */
const TOLD = 100;

const MESSAGE = "Input should be a valid string, unable to parse raw data as a unicode string";

/**
 * A validator of a JSON body that also refuses text which holds half of a surrogate pair (`"\ud800"`), in values and in names: it
 * has no UTF-8 form, so that no answer could hold it. pydantic refuses such text where a model says that it is text.
 */
export function refusingSurrogates(validate: Validator): Validator {
  return (content, state) => {
    const value = validate(content, state);
    const known = new Set(state.issues.map(({ input }) => input));
    const found = surrogatesIn(content, ["body"]).filter(({ text }) => !known.has(text));
    for (const { text, loc } of found) state.issues.push({ type: "string_unicode", loc, msg: MESSAGE, input: text });
    return found.length === 0 ? value : INVALID;
  };
}

interface Place {
  readonly text: string;
  readonly loc: (string | number)[];
}

function surrogatesIn(value: unknown, loc: (string | number)[], found: Place[] = []): Place[] {
  if (found.length >= TOLD) return found;
  if (typeof value === "string") {
    if (!value.isWellFormed()) found.push({ text: value, loc });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) surrogatesIn(item, [...loc, index], found);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (!name.isWellFormed()) found.push({ text: name, loc: [...loc, name] });
      surrogatesIn(item, [...loc, name], found);
    }
  }
  return found;
}
