import {
  deref,
  hasTextFormat,
  isUnconstrained,
  type Model,
  type Operation,
  type Parameter,
  preferredContent,
  type Schema,
} from "@svc/model";
import { type Code, ts } from "../../quote/index.ts";
import { wireOf, wireOperation } from "../decoded-model.ts";
import { parameterType } from "../operation-types.ts";
import { hasPlan } from "./plans.ts";

/** Type of a part of an operation, in the types of a model. */
type TypeIn = (operation: Operation, model: Model) => Code;

/** The type of a body argument. */
export function sentBody(operation: Operation, model: Model, typeIn: TypeIn): Code {
  return sentType(preferredContent(operation.body?.content ?? [])?.schema, { operation, model, typeIn });
}

/** The type of a path argument: where the document does not say, text and numbers are taken. */
export function pathArgumentType(operation: Operation, parameter: Parameter, model: Model): Code {
  // A path segment is text, whatever its type.
  if (isUnconstrained(deref(parameter.schema, model.schemas))) return ts`string | number`;
  return sentParameter(operation, parameter, model);
}

/** The type of a member of an object of parameters. */
export function paramType(operation: Operation, parameter: Parameter, model: Model): Code {
  const type = sentParameter(operation, parameter, model);
  if (hasTextFormat(parameter, "duration", model.schemas)) return ts`${type} | DurationInput`;
  const isDate = hasTextFormat(parameter, "date-time", model.schemas) && !hasPlan(parameter.schema, model);
  return isDate ? ts`${type} | Date` : type;
}

function sentParameter(operation: Operation, parameter: Parameter, model: Model): Code {
  const at = operation.parameters.indexOf(parameter);
  return sentType(parameter.schema, {
    operation,
    model,
    typeIn: (of, one) => parameterType(of, of.parameters[at] ?? parameter, one),
  });
}

/** The type of what is sent: as the client shows it, or as it travels. */
function sentType(
  schema: Schema | undefined,
  { operation, model, typeIn }: { readonly operation: Operation; readonly model: Model; readonly typeIn: TypeIn },
): Code {
  const shown = typeIn(operation, model);
  return hasPlan(schema, model) ? ts`${shown} | ${typeIn(wireOperation(operation), wireOf(model))}` : shown;
}
