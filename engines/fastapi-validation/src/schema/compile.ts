import {
  conjunctsOf,
  constrains,
  keywordsWith,
  own,
  refName,
  type Schema,
  type Schemas,
  type TypeName,
  travels,
  typesOf,
} from "@svc/model/data";
import { type Dialect, lazy, mergedOf } from "@svc/schema";
import { FormFile } from "../form/file.ts";
import { arrayValidator } from "./array.ts";
import { validateBoolean } from "./boolean.ts";
import { formatValidator } from "./formats.ts";
import { literalValidator, pythonRepr, stringValidator } from "./literal.ts";
import { integerValidator, numberValidator } from "./numbers.ts";
import { objectValidator } from "./object.ts";
import { taggedUnionValidator, unionValidator } from "./union.ts";
import {
  type Compile,
  type Compiled,
  cutLabel,
  fail,
  INVALID,
  isObject,
  joinLabels,
  mayCheck,
  toPlain,
  type Validator,
} from "./validator.ts";

export interface CompilerOptions {
  /** Leave durations as their text instead of `{ days, seconds, microseconds }`. */
  readonly keepText: boolean;
  /** Whether `format: binary` is a file of a form, which no text can be. @default false */
  readonly hasFiles?: boolean;
  /** Of what comes as text, parameters and forms: how the service reads it. */
  readonly text?: Pick<Dialect, "convertsLiterals" | "takesFilesAsText">;
}

const ANY: Compiled = { validate: toPlain, label: () => "any" };

/** Creates a compiler of schemas to validators that convert values and report errors as pydantic's lax mode does. */
export function createCompiler(schemas: Schemas, options: CompilerOptions): Compile {
  const kept = new Map<Schema | string, Compiled>();
  const compile: Compile = (schema) => {
    const name = nameOf(schema);
    const key = name ?? schema;
    const known = kept.get(key);
    if (known !== undefined) return known;
    // Built at its first use: it may contain itself, and most of a document is never sent.
    const real = lazy(() => build({ schema: mergedOf(schema, schemas), name, schemas, compile, options }));
    let isLabelling = false;
    const labels = new Map<number, string>();
    const compiled: Compiled = {
      validate: (input, state) => (mayCheck(input, state.shared) ? real().validate(input, state) : toPlain(input)),
      label(depth) {
        if (depth <= 0) return "...";
        const labelled = isLabelling ? undefined : labels.get(depth);
        if (labelled !== undefined) return labelled;
        const inner = isLabelling ? depth - 1 : depth;
        const before = isLabelling;
        isLabelling = true;
        try {
          const label = cutLabel(real().label(inner));
          if (!before) labels.set(depth, label);
          return label;
        } finally {
          isLabelling = before;
        }
      },
    };
    kept.set(key, compiled);
    return compiled;
  };
  return compile;
}

/** The name of a schema that is a reference without further constraints. */
function nameOf(schema: Schema): string | undefined {
  if (schema.$ref === undefined) return undefined;
  const isPlain = Object.keys(schema).every((key) => key === "$ref" || !constrains(key));
  return isPlain ? refName(schema.$ref) : undefined;
}

interface Context {
  /** Flat: no `$ref`, no `allOf`. */
  readonly schema: Schema;
  readonly name: string | undefined;
  readonly schemas: Schemas;
  readonly compile: Compile;
  readonly options: CompilerOptions;
}

function build(context: Context): Compiled {
  const { schema } = context;
  if (schema.const !== undefined) return literal(context, [schema.const]);
  if (schema.enum !== undefined && schema.enum.length > 0) return buildEnum(context, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices === undefined || choices.length === 0) return buildTypes(context);
  const union = buildUnion(context, choices);
  if (schema.properties === undefined) return union;
  const { anyOf: _anyOf, oneOf: _oneOf, ...plain } = schema;
  return intersect(buildTypes({ ...context, schema: withoutHidden(plain, choices, context) }), union);
}

/** A schema that does not require what one of the alternatives beside it says is not sent. */
function withoutHidden(schema: Schema, choices: readonly Schema[], { schemas }: Context): Schema {
  const isHidden =
    (name: string) =>
    ({ properties }: Schema) => {
      const property = own(properties, name);
      return property !== undefined && !travels(property, "request", schemas);
    };
  const parts = choices.flatMap((choice) => conjunctsOf(choice, schemas));
  return { ...schema, required: (schema.required ?? []).filter((name) => !parts.some(isHidden(name))) };
}

function buildEnum(context: Context, values: NonNullable<Schema["enum"]>): Compiled {
  const others = values.filter((value) => value !== null);
  if (others.length === 0 || others.length === values.length) return literal(context, values);
  return nullable(literal(context, others));
}

function literal({ schema, name, options }: Context, values: NonNullable<Schema["enum"]>): Compiled {
  const compiled = literalValidator(values, schema, name);
  if (options.text?.convertsLiterals !== true) return compiled;
  const byText = new Map(values.flatMap((value) => (isScalar(value) ? [[String(value), value] as const] : [])));
  return {
    ...compiled,
    validate: (input, state) =>
      compiled.validate(typeof input === "string" ? (byText.get(input) ?? input) : input, state),
  };
}

function isScalar(value: unknown): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function buildUnion({ schema, schemas, compile }: Context, choices: readonly Schema[]): Compiled {
  const others = choices.filter((choice) => choice.type !== "null");
  const parts = others.map((choice) => compile(choice));
  const tagged = parts.length === 1 ? undefined : taggedUnionValidator(schema, schemas, compile);
  return unionOf(parts, others.length < choices.length, tagged);
}

/** A union of types, of which one may be null. */
function unionOf(parts: readonly Compiled[], hasNull: boolean, tagged?: Validator): Compiled {
  const [first, ...others] = parts;
  if (first === undefined) return NULL;
  const label = (depth: number): string => `union[${joinLabels(parts, depth)}]`;
  const union = others.length === 0 ? first : { validate: tagged ?? unionValidator(parts), label };
  return hasNull ? nullable(union) : union;
}

/** Validates against both; the values of two objects are merged. */
function intersect(left: Compiled, right: Compiled): Compiled {
  const validate: Validator = (input, state) => {
    const first = left.validate(input, state);
    if (first === INVALID) return INVALID;
    const second = right.validate(input, state);
    return isObject(first) && isObject(second) ? { ...second, ...first } : second;
  };
  return { validate, label: left.label };
}

function buildTypes(context: Context): Compiled {
  const types = typesOf(context.schema);
  const others = types.filter((type) => type !== "null");
  if (types.length === 0) return buildType(context, inferType(context.schema));
  const parts = others.map((type) => buildType(context, type));
  return unionOf(parts, others.length < types.length);
}

function inferType(schema: Schema): TypeName | undefined {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return "object";
  return schema.items !== undefined || schema.prefixItems !== undefined ? "array" : undefined;
}

function buildType({ schema, schemas, name, compile, options }: Context, type: TypeName | undefined): Compiled {
  switch (type) {
    case "string":
      if (schema["x-svc-other"] !== undefined) return unlistedTag(schema["x-svc-other"]);
      return takingFiles(formatValidator(schema, options) ?? labelled("str", schema, stringValidator(schema)), options);
    case "integer":
      return labelled("int", schema, integerValidator(schema));
    case "number":
      return labelled("float", schema, numberValidator(schema));
    case "boolean":
      return { validate: validateBoolean, label: () => "bool" };
    case "null":
      return NULL;
    case "array":
      return arrayValidator(schema, compile);
    case "object": {
      const validate = objectValidator(schema, compile, schemas);
      if (schema.properties !== undefined) return { validate, label: () => name ?? schema.title ?? "model" };
      const values = schema.additionalProperties;
      return { validate, label: (depth) => `dict[str,${values === undefined ? "any" : compile(values).label(depth)}]` };
    }
    default:
      return ANY;
  }
}

/** A file of a form that the document describes as a text like the fields beside it. */
function takingFiles(text: Compiled, { hasFiles, text: read }: CompilerOptions): Compiled {
  if (!hasFiles || read?.takesFilesAsText !== true) return text;
  return { ...text, validate: (input, state) => (input instanceof FormFile ? input : text.validate(input, state)) };
}

/** The tag of an unlisted variant of an open union, which must not be one of the listed tags. */
function unlistedTag(tags: readonly string[]): Compiled {
  const text = stringValidator({ type: "string" });
  const msg = `Input should not be ${tags.map(pythonRepr).join(", ")}`;
  const validate: Validator = (input, state) => {
    const value = text(input, state);
    const isListed = typeof value === "string" && tags.includes(value);
    return isListed ? fail(state, { type: "literal_error", msg, input }) : value;
  };
  return { validate, label: () => "str" };
}

/** Keywords by which pydantic calls a text or a number constrained. */
const CONSTRAINTS = keywordsWith(({ of, form }) => (of === "number" || of === "string") && !/text|schema/.test(form));

function labelled(type: string, schema: Schema, validate: Validator): Compiled {
  const isConstrained = CONSTRAINTS.some((keyword) => schema[keyword] !== undefined);
  return { validate, label: () => (isConstrained ? `constrained-${type}` : type) };
}

function nullable(inner: Compiled): Compiled {
  return {
    validate: (input, state) => (input === null ? null : inner.validate(input, state)),
    label: (depth) => `nullable[${inner.label(depth)}]`,
  };
}

const NULL: Compiled = {
  validate: (input, state) =>
    input === null ? null : fail(state, { type: "none_required", msg: "Input should be None", input }),
  label: () => "none",
};
