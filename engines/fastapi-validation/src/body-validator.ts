import { type Body, refName, type Schema, type Schemas } from "@svc/model";
import type { MediaKind } from "./media-type.ts";
import { createCompiler } from "./schema/compile.ts";
import { flatten } from "./schema/merge-all-of.ts";
import { INVALID, isObject, type State, type Validator, validateAt } from "./schema/validator.ts";

/** What a body validator is compiled from. */
export interface BodyContext {
  readonly schema: Schema;
  readonly body: Body;
  readonly kind: MediaKind;
  readonly schemas: Schemas;
}

/**
 * FastAPI names a body `Body_...` that it put together from several arguments: each is then missing by itself. A form
 * without a name is taken for one of those.
 */
export function isParts(schema: Schema | undefined, kind: MediaKind): boolean {
  if (schema?.$ref === undefined) return kind === "form" || kind === "multipart";
  return refName(schema.$ref).startsWith("Body_");
}

/** Puts `body` in front of every `loc`, and takes care of a body that is not there. */
export function bodyValidator({ schema, body, kind, schemas }: BodyContext): Validator {
  if (kind === "binary") return (content, state) => content ?? absent(body, state);
  const { validate } = createCompiler(schemas, { keepText: true })(schema);
  const isForm = kind === "form" || kind === "multipart";
  if (isParts(schema, kind)) return partsValidator({ body, validate, names: propertyNames(schema, schemas) });
  return (content, state) => {
    if (content === undefined || content === null) return absent(body, state);
    if (isForm && !body.required && isObject(content) && Object.keys(content).length === 0) return undefined;
    return validateAt(validate, content, "body", state);
  };
}

function propertyNames(schema: Schema, schemas: Schemas): readonly string[] {
  return Object.keys(flatten(schema, schemas).properties ?? {});
}

function absent(body: Body, state: State): unknown {
  if (!body.required) return undefined;
  state.issues.push({ type: "missing", loc: ["body"], msg: "Field required", input: null });
  return INVALID;
}

interface PartsContext {
  readonly body: Body;
  readonly validate: Validator;
  readonly names: readonly string[];
}

function partsValidator({ body, validate, names }: PartsContext): Validator {
  return (content, state) => {
    const isAbsent = content === undefined || content === null;
    if (isAbsent && !body.required) return undefined;
    const before = state.issues.length;
    // Of a body that is no object FastAPI says that every part is missing, even an optional one.
    const value = isAbsent || isObject(content) ? validateAt(validate, content ?? {}, "body", state) : INVALID;
    if (value === INVALID && state.issues.length === before) {
      for (const name of names)
        state.issues.push({ type: "missing", loc: ["body", name], msg: "Field required", input: null });
    }
    for (let index = before; index < state.issues.length; index += 1) {
      const issue = state.issues[index];
      if (issue?.type === "missing" && issue.loc.length === 2) state.issues[index] = { ...issue, input: null };
    }
    return value;
  };
}
