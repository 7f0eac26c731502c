import { deref, methodName, type Operation, type Parameter, type Schema, type Schemas, typesOf } from "@svc/model";

/** Values of parameters by operation (id or method), or `*` for all operations, and name. */
export type GivenParameters = { readonly [operation: string]: { readonly [name: string]: unknown } };

/** A GET request that is sent to the service. */
export interface PlannedRequest {
  readonly operation: Operation;
  /** Description without given values. */
  readonly label: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  /** Name of the parameter that is out of its bounds, so that the service must reject the request. */
  readonly outOfBounds: string | undefined;
}

/** An operation that is not called, with the reason. */
export interface Skipped {
  readonly operation: string;
  readonly reason: string;
}

/** Values and schemas of which requests are made. */
export interface PlanSources {
  readonly given: GivenParameters;
  readonly schemas: Schemas;
}

/** Plans the requests of an operation, or returns the reason why there are none. */
export function planRequests(
  operation: Operation,
  { given, schemas }: PlanSources,
): readonly PlannedRequest[] | Skipped {
  const skip = (reason: string): Skipped => ({ operation: operation.id, reason });
  if (operation.method !== "get") return skip(`${operation.method.toUpperCase()} may change something`);
  const values = new Map<Parameter, unknown>();
  for (const parameter of operation.parameters) {
    const value = givenValue(parameter, operation, given);
    if (value !== undefined) values.set(parameter, value);
    else if (parameter.required)
      return skip(`no value for ${parameter.in} parameter ${parameter.name}; give it with --params`);
  }
  const plain = toRequest(operation, values, undefined);
  const plains = acceptedTypes(operation).map((type) => ({
    ...plain,
    label: `${plain.label} as ${type}`,
    headers: { ...plain.headers, accept: type },
  }));
  const outside = operation.parameters.flatMap((parameter) => {
    const beyond = parameter.in === "query" ? beyondBounds(parameter.schema, schemas) : [];
    return beyond.map((value) => toRequest(operation, new Map(values).set(parameter, value), { parameter, value }));
  });
  return [...(plains.length > 0 ? plains : [plain]), ...outside];
}

/** Media types that an operation with streams is asked for, one after the other; none where it has no streams. */
function acceptedTypes({ responses }: Operation): string[] {
  const content = responses.filter(({ status }) => status.startsWith("2")).flatMap((response) => response.content);
  const types = content.map(({ mediaType }) => mediaType);
  return content.some(({ stream }) => stream !== undefined) ? [...new Set(types)] : [];
}

function givenValue({ name, required, schema }: Parameter, operation: Operation, given: GivenParameters): unknown {
  for (const key of [operation.id, methodName(operation), "*"]) {
    const values = Object.hasOwn(given, key) ? given[key] : undefined;
    if (values !== undefined && Object.hasOwn(values, name)) return values[name];
  }
  return required ? (schema.default ?? schema.const ?? (schema.enum ?? schema["x-svc-known"])?.[0]) : undefined;
}

function toRequest(
  operation: Operation,
  values: ReadonlyMap<Parameter, unknown>,
  outOfBounds: { readonly parameter: Parameter; readonly value: number } | undefined,
): PlannedRequest {
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [{ in: place, name, explode }, value] of values) {
    const list = (Array.isArray(value) ? value : [value]).map(String);
    const text = list.join(",");
    if (place === "path") path = path.replaceAll(`{${name}}`, encodeURIComponent(text));
    else if (place === "header") headers[name] = text;
    else if (place === "cookie") cookies.push(`${name}=${encodeURIComponent(text)}`);
    else for (const item of explode ? list : [text]) query.append(name, item);
  }
  if (cookies.length > 0) headers["cookie"] = cookies.join("; ");
  const end = outOfBounds && ` with ${outOfBounds.parameter.name}=${outOfBounds.value}, out of its bounds`;
  return {
    operation,
    label: `GET ${operation.path}${end ?? ""}`,
    target: query.size > 0 ? `${path}?${query}` : path,
    headers,
    outOfBounds: outOfBounds?.parameter.name,
  };
}

/** Numbers just outside of the bounds of a schema: one below the minimum, one above the maximum. */
export function beyondBounds(schema: Schema, schemas: Schemas): number[] {
  const parts = conjuncts(schema, schemas);
  const types = parts.flatMap((part) => typesOf(part));
  if (types.length > 0 && !types.some((type) => type === "integer" || type === "number")) return [];
  const isInteger = types.includes("integer") && !types.includes("number");
  const values = (of: (part: Schema) => unknown): number[] =>
    parts.map(of).filter((bound): bound is number => typeof bound === "number");
  const down = isInteger ? Math.floor : (bound: number): number => bound;
  const up = isInteger ? Math.ceil : (bound: number): number => bound;
  const below = [
    ...values(({ minimum }) => minimum).map((bound) => up(bound) - step(bound)),
    ...values(({ exclusiveMinimum }) => exclusiveMinimum).map(down),
  ];
  const above = [
    ...values(({ maximum }) => maximum).map((bound) => down(bound) + step(bound)),
    ...values(({ exclusiveMaximum }) => exclusiveMaximum).map(up),
  ];
  const nearest = [
    ...(below.length > 0 ? [Math.max(...below)] : []),
    ...(above.length > 0 ? [Math.min(...above)] : []),
  ];
  return nearest.filter(Number.isFinite);
}

/** Distance from a bound: 1, or more if 1 is lost in rounding. */
function step(bound: number): number {
  return Math.max(1, Math.abs(bound) * 2 ** -51);
}

/** All schemas that a number must match: with `allOf`, and the only variant beside null, which a query cannot express. */
function conjuncts(schema: Schema, schemas: Schemas): Schema[] {
  const found = new Set<Schema>([schema]);
  for (const part of found) {
    const target = deref(part, schemas);
    for (const further of [target, ...(part.allOf ?? []), ...onlyVariant(part.anyOf), ...onlyVariant(part.oneOf)]) {
      found.add(further);
    }
  }
  return [...found];
}

function onlyVariant(variants: readonly Schema[] = []): readonly Schema[] {
  const others = variants.filter((variant) => typesOf(variant).join() !== "null");
  return others.length === 1 ? others : [];
}
