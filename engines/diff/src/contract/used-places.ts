import {
  type Content,
  childPointer,
  type Model,
  type Operation,
  plainToken,
  refName,
  type Schema,
  type UsedOperation,
} from "@svc/model";

/** JSON pointers of what a contract uses of a model: operations, parameters, responses, and the schemas that its fields lead through. */
export function usedPlaces(used: UsedOperation, operation: Operation, model: Model): Set<string> {
  const places = new Set([operation.pointer]);
  const fields = (content: readonly Content[], pointer: string, names: readonly string[]): void => {
    for (const { mediaType, schema } of content) {
      const place = childPointer(pointer, "content", mediaType);
      places.add(place);
      const root = expand(schema, `${place}/schema`, model);
      for (const name of ["", ...names]) for (const found of follow(root, name, model)) places.add(found);
    }
  };
  for (const { in: location, name, pointer, schema } of operation.parameters) {
    if (!used.parameters.includes(`${location} ${name}`)) continue;
    places.add(pointer);
    for (const found of follow(expand(schema, `${pointer}/schema`, model), "/**", model)) places.add(found);
  }
  const { body } = operation;
  if (body !== undefined && used.request.length > 0) {
    places.add(body.pointer);
    fields(body.content, body.pointer, used.request);
  }
  for (const [status, names] of Object.entries(used.responses)) {
    const documented = [status, `${status[0]}XX`, "default"];
    const response = documented.flatMap((name) => operation.responses.find((one) => one.status === name) ?? [])[0];
    if (response === undefined) continue;
    places.add(response.pointer);
    fields(response.content, response.pointer, names);
  }
  return places;
}

/** A schema with its place. */
interface Placed {
  readonly schema: Schema;
  readonly pointer: string;
}

/** A schema with all that it refers to and is made of, each at its place. */
function expand(schema: Schema | undefined, pointer: string, model: Model): Placed[] {
  const found = new Map<string, Placed>();
  const add = (one: Schema | undefined, at: string): void => {
    if (one === undefined || found.has(at)) return;
    found.set(at, { schema: one, pointer: at });
    if (one.$ref !== undefined) {
      const named = model.schemas[refName(one.$ref)];
      if (named !== undefined) add(named.schema, named.pointer);
    }
    for (const key of ["allOf", "anyOf", "oneOf"] as const)
      for (const [index, part] of (one[key] ?? []).entries()) add(part, `${at}/${key}/${index}`);
    for (const key of ["if", "then", "else"] as const) add(one[key], `${at}/${key}`);
  };
  add(schema, pointer);
  return [...found.values()];
}

/** The places on the way to a field, its own included. */
function follow(root: readonly Placed[], field: string, model: Model): string[] {
  if (field === "/**") return everyPlace(root, model);
  const passed = root.map(({ pointer }) => pointer);
  let here = root;
  for (const token of field.split("/").slice(1)) {
    here = here
      .flatMap((placed) => stepsOf(placed, token))
      .flatMap(({ schema, pointer }) => expand(schema, pointer, model));
    passed.push(...here.map(({ pointer }) => pointer));
  }
  return passed;
}

/** Everything below: for a stream, and for a parameter, of which a contract does not tell the fields. */
function everyPlace(root: readonly Placed[], model: Model): string[] {
  const found = new Map(root.map((placed) => [placed.pointer, placed]));
  for (const placed of found.values()) {
    const names = ["*", ...Object.keys(placed.schema.properties ?? {}).map((name) => childPointer("", name).slice(1))];
    const below = names.flatMap((name) => stepsOf(placed, name));
    for (const { schema, pointer } of below)
      for (const one of expand(schema, pointer, model)) if (!found.has(one.pointer)) found.set(one.pointer, one);
  }
  return [...found.keys()];
}

function stepsOf({ schema, pointer }: Placed, token: string): Placed[] {
  if (token !== "*") {
    const name = plainToken(token);
    const { properties } = schema;
    const next = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return next === undefined ? [] : [{ schema: next, pointer: `${pointer}/properties/${token}` }];
  }
  const single = (["items", "additionalProperties", "unevaluatedProperties"] as const).map(
    (key) => [schema[key], key] as const,
  );
  const patterns = Object.entries(schema.patternProperties ?? {}).map(
    ([pattern, one]) => [one, childPointer("patternProperties", pattern)] as const,
  );
  const tuple = (schema.prefixItems ?? []).map((one, index) => [one, `prefixItems/${index}`] as const);
  return [...single, ...patterns, ...tuple].flatMap(([one, key]) =>
    one === undefined ? [] : [{ schema: one, pointer: `${pointer}/${key}` }],
  );
}
