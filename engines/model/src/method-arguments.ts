import type { Operation, Parameter } from "./model.ts";
import { deref, type Schemas, typesOf } from "./schema.ts";
import { camelCase } from "./words.ts";

/** Header parameters that the client sets by itself, from its version and options. */
const CLIENT_HEADERS = { version: "x-svc-sdk-version", origin: "x-svc-request-origin" } as const;

export interface ArgumentParameter {
  /** Key in the object of parameters: the name on the wire, but where two locations share it. */
  readonly key: string;
  readonly parameter: Parameter;
  /** Whether the caller has to give it. */
  readonly required: boolean;
}

/** The arguments of a method, in order: path parameters, body, object of parameters, call options. */
export interface MethodArguments {
  readonly path: readonly { readonly identifier: string; readonly parameter: Parameter }[];
  readonly body: { readonly required: boolean } | undefined;
  readonly params: readonly ArgumentParameter[];
  readonly paramsRequired: boolean;
}

/** Names of the arguments that follow, and words that cannot name an argument, or mean something else to a reader. */
const RESERVED_ARGUMENTS: ReadonlySet<string> = new Set(
  `body params options arguments await break case catch class const continue debugger default delete do else enum eval
  export extends false finally for function if implements import in instanceof interface let new null package private
  protected public return static super switch this throw true try typeof var void while with yield any bigint boolean
  never number object string symbol undefined unknown exports module require`.split(/\s+/),
);

export function methodArguments(operation: Operation): MethodArguments {
  const params = argumentParameters(operation);
  return {
    path: positional(operation.parameters.filter((parameter) => parameter.in === "path")),
    body: operation.body && { required: operation.body.required },
    params,
    paramsRequired: params.some(({ required }) => required),
  };
}

function argumentParameters(operation: Operation): ArgumentParameter[] {
  const taken = new Set<string>();
  return operation.parameters
    .filter((parameter) => parameter.in !== "path" && !isOfTheClient(parameter))
    .map((parameter) => {
      // The client makes the key where the caller gives none.
      const isKey = parameter.in === "header" && parameter.name === operation.idempotency;
      const key = taken.has(parameter.name) ? `${parameter.in}.${parameter.name}` : parameter.name;
      taken.add(key);
      return { key, parameter, required: parameter.required && !isKey };
    });
}

function isOfTheClient(parameter: Parameter): boolean {
  return parameter.constant !== undefined || Object.values(CLIENT_HEADERS).some((name) => isHeader(parameter, name));
}

/** The query parameters that the client sends by itself, with their values. */
export function constantParameters({ parameters }: Pick<Operation, "parameters">): { [name: string]: string } {
  return Object.fromEntries(
    parameters.flatMap(({ name, constant }) => (constant === undefined ? [] : [[name, constant] as const])),
  );
}

function isHeader(parameter: Parameter, name: string): boolean {
  return parameter.in === "header" && parameter.name.toLowerCase() === name;
}

/** The headers that the client sets by itself, by their meaning: those that an operation of the document declares. */
export function clientHeaders({ operations }: { readonly operations: readonly Operation[] }): {
  [meaning in keyof typeof CLIENT_HEADERS]?: string;
} {
  const parameters = operations.flatMap((operation) => operation.parameters);
  return Object.fromEntries(
    Object.entries(CLIENT_HEADERS).filter(([, name]) => parameters.some((parameter) => isHeader(parameter, name))),
  );
}

function positional(parameters: readonly Parameter[]): MethodArguments["path"] {
  const taken = new Set<string>();
  return parameters.map((parameter, index) => {
    const name = camelCase(parameter.name);
    const wanted = RESERVED_ARGUMENTS.has(name) ? `${name}Value` : name;
    const identifier = wanted === "" || taken.has(wanted) ? `argument${index + 1}` : wanted;
    taken.add(identifier);
    return { identifier, parameter };
  });
}

/** True for text of a format, also as one of several alternatives (`anyOf` with null): callers may give an object instead. */
export function hasTextFormat(parameter: Parameter, format: string, schemas: Schemas): boolean {
  const schema = deref(parameter.schema, schemas);
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return options.some((option) => option.format === format && typesOf(option).includes("string"));
}
