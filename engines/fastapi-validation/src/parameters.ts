import { type Operation, type Parameter, type ParameterLocation, setOwn } from "@svc/model/data";
import { type ParameterShape, shapeOf } from "./form/brackets.ts";
import { parseJson } from "./json/json.ts";
import { explodedSeparator, mapTexts, queryReader, readStyled, withoutMarks } from "./parameter-style.ts";
import { type HeaderValues, percentDecode, type QueryValues } from "./request-values.ts";
import { createCompiler } from "./schema/compile.ts";
import {
  type Compile,
  createState,
  fail,
  INVALID,
  type State,
  toPlain,
  type Validator,
  validateAt,
} from "./schema/validator.ts";
import type { Service } from "./service.ts";

/** Parts of a request that carry parameters. */
export interface ParameterSource {
  readonly path: { readonly [name: string]: string };
  /** The same, with marks where separators were encoded. Undefined: none was. */
  readonly marked?: { readonly [name: string]: string } | undefined;
  readonly query: QueryValues;
  readonly headers: HeaderValues;
  readonly cookie: (name: string) => string | undefined;
}

/** Values by location and name. */
export type ParameterValues = { readonly [location in ParameterLocation]: Record<string, unknown> };

/** FastAPI's order of locations, which is that of the errors. */
const LOCATIONS: readonly ParameterLocation[] = ["path", "query", "header", "cookie"];

/** Compiles the parameters of an operation to a function that reads and validates all of them. */
export function compileParameters(
  operation: Operation,
  service: Service,
): (source: ParameterSource, state: State) => ParameterValues {
  const { schemas, dialect } = service;
  const compile = createCompiler(schemas, { keepText: false, text: dialect });
  const judged = dialect.judgesTransportHeaders ? operation.parameters : operation.parameters.map(unlessTransport);
  const ordered = LOCATIONS.flatMap((location) => judged.filter((parameter) => parameter.in === location));
  const names = new Set(ordered.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])));
  const readers = ordered.map((parameter) => compileParameter(parameter, { ...service, compile, names }));
  return (source, state) => {
    const values: ParameterValues = { path: {}, query: {}, header: {}, cookie: {} };
    for (const read of readers) read(source, values, state);
    return values;
  };
}

/** Headers that HTTP clients write by themselves: what a document says of their values binds no caller. */
const TRANSPORT =
  /^(?:accept|accept-encoding|accept-language|connection|content-length|content-type|host|user-agent)$/i;

function unlessTransport(parameter: Parameter): Parameter {
  const isTransport = parameter.in === "header" && TRANSPORT.test(parameter.name);
  return isTransport ? { ...parameter, required: false, schema: {} } : parameter;
}

type Reader = (source: ParameterSource, values: ParameterValues, state: State) => void;

interface Parameters extends Service {
  readonly compile: Compile;
  /** Names of the operation's query parameters. */
  readonly names: ReadonlySet<string>;
}

function compileParameter(parameter: Parameter, service: Parameters): Reader {
  const { name, required } = parameter;
  const { schemas, compile } = service;
  const location = parameter.in;
  const shape = parameter.mediaType === undefined ? shapeOf(parameter.schema, schemas) : "scalar";
  const raw = rawReader(parameter, shape, service);
  const otherwise = shape === "scalar" ? undefined : rawReader(parameter, "scalar", service);
  const compiled = compile(parameter.schema).validate;
  const validate = parameter.mediaType === undefined ? compiled : jsonValidator(compiled);
  const fallback = absentValue(parameter, compiled);
  return (source, values, state) => {
    const styled = raw(source);
    const text = otherwise?.(source);
    const isText = text !== undefined && !fits(validate, styled) && fits(validate, text);
    const input = isText ? text : styled;
    if (input !== undefined) {
      const value = validateAt((given, inner) => validateAt(validate, given, name, inner), input, location, state);
      if (value !== INVALID) setOwn(values[location], name, value);
    } else if (required) {
      state.issues.push({ type: "missing", loc: [location, name], msg: "Field required", input: null });
    } else if (fallback !== undefined) setOwn(values[location], name, fallback());
  };
}

/** Whether a value is valid, for parameters that may be a list or a single value. */
function fits(validate: Validator, input: unknown): boolean {
  const state = createState();
  return validate(input, state) !== INVALID && state.issues.length === 0;
}

/** The value of an absent parameter: its default, null if that is valid, else none. */
function absentValue({ schema }: Parameter, validate: Validator): (() => unknown) | undefined {
  const value = schema.default;
  if (value !== undefined) return typeof value === "object" ? () => toPlain(value) : () => value;
  const state = createState();
  return validate(null, state) === null ? () => null : undefined;
}

function rawReader(
  parameter: Parameter,
  shape: ParameterShape,
  service: Parameters,
): (source: ParameterSource) => unknown {
  const { name, in: location } = parameter;
  if (location === "query") {
    const read = queryReader(parameter, shape, service);
    return ({ query }) => read(query);
  }
  if (location === "path" && shape !== "scalar") {
    return ({ path, marked }) => {
      const [text, written] = [path[name], marked?.[name]];
      // As in a query: a client that writes no separator as it is has encoded the whole value.
      if (written?.includes(explodedSeparator(parameter.style, parameter.explode)))
        return mapTexts(readStyled(written, shape, parameter), withoutMarks);
      return text === undefined ? undefined : readStyled(text, shape, parameter);
    };
  }
  const text = textReader(name, location, shape !== "scalar");
  const isEncoded = location === "cookie" && parameter.style === "form" && service.dialect.decodesCookies;
  return (source) => {
    const value = text(source);
    if (value === undefined) return undefined;
    const styled = readStyled(value, shape, parameter);
    // Split before, as a part may have the separator in it.
    return isEncoded ? mapTexts(styled, percentDecode) : styled;
  };
}

function textReader(
  name: string,
  location: Exclude<ParameterLocation, "query">,
  isMany: boolean,
): (source: ParameterSource) => string | undefined {
  if (location === "path") return ({ path }) => path[name];
  if (location === "cookie") return ({ cookie }) => cookie(name);
  const lowerCase = name.toLowerCase();
  if (!isMany) return ({ headers }) => headers.first(lowerCase);
  return ({ headers }) => {
    const all = headers.all(lowerCase);
    return all.length === 0 ? undefined : all.join(",").replace(/,\s+/g, ",");
  };
}

/** A parameter with `content` is JSON. */
function jsonValidator(validate: Validator): Validator {
  return (input, state) => {
    const parsed = parseJson(String(input));
    if ("value" in parsed) return validate(parsed.value, state);
    // Many documents declare `content` where plain text is sent.
    if (fits(validate, input)) return validate(input, state);
    const error = "expected value at line 1 column 1";
    return fail(state, { type: "json_invalid", msg: `Invalid JSON: ${error}`, input, ctx: { error } });
  };
}
