import { deref, type Json, type Model, type Operation } from "@svc/model";
import { createValidate, generate, seedOf } from "@svc/schema";
import { jsonSchema } from "../../src/facts/body-place.ts";
import { propertiesOf } from "../../src/facts/facts.ts";
import { canonical, valueAt, withValueAt } from "../../src/facts/fields.ts";
import { pathShape, singular } from "../../src/facts/path-shape.ts";
import type { Resource } from "../../src/index.ts";

/** The resource whose item lives, with the seed of what is made up for its requests. */
interface Subject {
  readonly model: Model;
  readonly resource: Resource;
  readonly seed: number;
}

/** Values of the parameters in an operation's path. */
export function pathOf(life: Subject, operation: Operation, id: string | undefined): { [name: string]: unknown } {
  const own = pathShape(life.resource.path).parameters.length;
  return Object.fromEntries(
    pathShape(operation.path).parameters.map((name, index) => {
      const value = index === own && id !== undefined ? id : valueInPath(life, operation, index);
      return [name, value];
    }),
  );
}

/**
 * The value of a parameter, by its place in the path: all requests of a life are about the same items, whatever examples
 * their operations have. A number where an operation wants one.
 */
function valueInPath({ model, resource, seed }: Subject, operation: Operation, index: number): Json | undefined {
  const own = model.operations.filter(({ id }) => Object.hasOwn(resource.roles, id));
  const values = [...own, operation].flatMap(({ path, parameters }) => {
    const name = pathShape(path).parameters[index];
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    const making = { schemas: model.schemas, seed: seedOf(`${seed} path ${index}`), name: name ?? "" };
    const value = parameter && generate(parameter.schema, making);
    return value === undefined ? [] : [value];
  });
  return values.find((value) => typeof value === "number") ?? values[0];
}

export function bodyOf({ model, seed, resource }: Subject, operation: Operation): Json | undefined {
  const role = resource.roles[operation.id];
  if (role?.does === "update" && role.by === "json-patch") return patchOf({ model, seed, resource }, role.writes);
  const schema = jsonSchema(operation.body?.content ?? [], true);
  if (schema === undefined) return undefined;
  return generate(schema, {
    schemas: model.schemas,
    seed: seedOf(`${seed} ${operation.id}`),
    direction: "request",
    exact: true,
  });
}

/** Steps of which each gives a field another value. */
function patchOf({ model, seed, resource }: Subject, writes: readonly string[]): Json {
  const properties = propertiesOf(resource.schema, model.schemas);
  const services = new Set([resource.id, ...resource.created, ...resource.updated, ...resource.versions]);
  return writes.flatMap((name): Json[] => {
    const making = { schemas: model.schemas, seed: seedOf(`${seed} patch ${name}`), name, exact: true };
    const value = services.has(name) ? undefined : generate(properties.get(name)?.schema ?? {}, making);
    return value === undefined
      ? []
      : [{ op: "add", path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, value }];
  });
}

/**
 * A search for an item by whatever its body can ask for, and what it has to say; of what else it could say there is nothing.
 * `other`: for another item than that; undefined where the search has no place to say so.
 */
export function searchOf(
  { model, seed }: Subject,
  operation: Operation,
  item: unknown,
): { readonly same: Json; readonly other: Json | undefined } {
  const { schemas } = model;
  const schema = jsonSchema(operation.body?.content ?? [], true) ?? {};
  const fields = new Map(
    Object.entries(Object(item) as object).map(([name, value]) => [canonical(name), value as Json]),
  );
  const validate = createValidate(schemas);
  const declared = propertiesOf(schema, schemas);
  const undeclared = (deref(schema, schemas).required ?? []).filter((name) => !declared.has(name));
  const properties = [...declared.values(), ...undeclared.map((name) => ({ name, schema: {}, required: true }))];
  const asked = properties.flatMap(({ name, schema: own }) => {
    const value = fields.get(canonical(name)) ?? fields.get(canonical(singular(name)));
    const fitting = [value, value === undefined ? undefined : [value]].filter(
      (one) => one !== undefined && one !== null,
    );
    const found = fitting.find((one) => validate(own, one as Json).length === 0);
    return found === undefined ? [] : [{ name, own, value: found as Json }];
  });
  const told = Object.fromEntries(asked.map(({ name, value }) => [name, value]));
  const absent = properties.flatMap(({ name, required }) => (required ? [] : [[name, undefined] as const]));
  const making = { schemas, seed: seedOf(`${seed} ${operation.id}`), direction: "request", exact: true } as const;
  const same = generate(schema, { ...making, overrides: { ...Object.fromEntries(absent), ...told } }) ?? {};
  const plain = asked.find(({ own, value }) => typeof value === "string" && validate(own, OTHER).length === 0);
  return { same, other: plain && ({ ...(same as object), [plain.name]: OTHER } as Json) };
}

const OTHER = "no item has this";

/** A body that says the id, where the path of a change does not. */
export function withId(
  { resource }: Subject,
  { id: operationId, path }: Operation,
  body: Json | undefined,
  id: string | undefined,
): Json | undefined {
  const role = resource.roles[operationId];
  if (role?.does !== "update" || id === undefined || pathShape(path).key !== resource.key) return body;
  const sent = Object.entries(Object(valueAt(body, role.body)));
  const name = sent.map(([one]) => one).find((one) => canonical(one) === canonical(resource.id ?? "")) ?? resource.id;
  const typed = sent.some(([one, value]) => one === name && typeof value === "number") ? Number(id) : id;
  return withValueAt(body ?? {}, [...role.body, name ?? ""], typed);
}
