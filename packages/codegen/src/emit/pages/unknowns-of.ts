import { childPointer, type Model, type Operation, refName, type Schema } from "@svc/model";
import { isSuccess } from "./error-class.ts";

/** A question to the service's owner that concerns an operation. */
export interface OpenQuestion {
  /** Name of the schema that it is about; undefined: the operation itself or a parameter. */
  readonly about: string | undefined;
  readonly question: string;
}

/** The unknowns of an operation: its own, and those of its parameters and of the schemas of its successful answers. */
export function unknownsOf(operation: Operation, model: Model): OpenQuestion[] {
  const places = [operation.pointer, ...operation.parameters.map(({ pointer }) => pointer)];
  const good = operation.responses.filter(({ status }) => isSuccess(status));
  const names = new Set<string>();
  collectNames(
    good.flatMap(({ content }) => content.map(({ schema = {} }) => schema)),
    model,
    names,
  );
  return model.unknowns.flatMap(({ pointer, notShown }) => {
    const name = [...names].find((one) => isWithin(pointer, schemaPointer(one)));
    if (name === undefined && !places.some((place) => isWithin(pointer, place))) return [];
    const about = name === undefined ? undefined : model.schemas[name]?.typeName;
    return notShown.map((question) => ({ about, question }));
  });
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function schemaPointer(name: string): string {
  return childPointer("/components/schemas", name);
}

/** The named schemas that schemas are made of, their own references followed, in whatever length of a chain. */
function collectNames(schemas: readonly Schema[], model: Model, names: Set<string>): void {
  const open = [...schemas];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    const name = schema.$ref === undefined ? undefined : refName(schema.$ref);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      open.push(model.schemas[name]?.schema ?? {});
    }
    if (name !== undefined) continue;
    const { items, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
    open.push(...(items === undefined ? [] : [items]), ...Object.values(properties), ...allOf, ...anyOf, ...oneOf);
  }
}
