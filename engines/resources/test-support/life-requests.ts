import type { Json, Model, Operation } from "@svc/model";
import { generate, seedOf } from "@svc/schema";
import { jsonSchema } from "../src/body-place.ts";
import { canonical, valueAt, withValueAt } from "../src/fields.ts";
import type { Resource } from "../src/index.ts";
import { pathShape } from "../src/path-shape.ts";

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
  // A search that asks for nothing finds everything.
  if (role?.does === "list") return {};
  // Made-up steps lead nowhere.
  if (role?.does === "update" && role.by === "json-patch") return [];
  const schema = jsonSchema(operation.body?.content ?? [], true);
  if (schema === undefined) return undefined;
  return generate(schema, {
    schemas: model.schemas,
    seed: seedOf(`${seed} ${operation.id}`),
    direction: "request",
    exact: true,
  });
}

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
