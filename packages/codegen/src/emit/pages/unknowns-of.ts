import { childPointer, type Model, type Operation } from "@svc/model";
import { namesBelow } from "../map-children.ts";
import { isSuccess } from "./error-class.ts";

/** A question to the service's owner that concerns an operation. */
export interface OpenQuestion {
  /** Name of the schema that it is about; undefined: the operation itself or a parameter. */
  readonly about: string | undefined;
  readonly question: string;
}

/** The unknowns of an operation: its own, and those of its parameters and of the schemas of its successful answers. */
export function unknownsOf(operation: Operation, model: Model): OpenQuestion[] {
  if (model.unknowns.length === 0) return [];
  const places = [operation.pointer, ...operation.parameters.map(({ pointer }) => pointer)];
  const good = operation.responses.filter(({ status }) => isSuccess(status));
  const shown = good.flatMap(({ content }) => content.map(({ schema = {} }) => schema));
  const names = [...namesBelow(shown, model)];
  return model.unknowns.flatMap(({ pointer, notShown }) => {
    const name = names.find((one) => isWithin(pointer, childPointer("/components/schemas", one)));
    if (name === undefined && !places.some((place) => isWithin(pointer, place))) return [];
    const about = name === undefined ? undefined : model.schemas[name]?.typeName;
    return notShown.map((question) => ({ about, question }));
  });
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
