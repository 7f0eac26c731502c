import { methodArguments, type Operation, type Parameter } from "@svc/model";
import { type Code, identifier, join, member, str, ts } from "../quote/index.ts";

/** The method of an operation: `acme.pets.list`. */
export function methodOf({ name }: Operation, client: string): Code {
  return join([identifier(client), ...name.map(member)], "");
}

/** The type of a method by its name: `Operations["pets"]["list"]`. */
export function methodType(name: readonly string[]): Code {
  return join([ts`Operations`, ...name.map((part) => ts`[${str(part)}]`)], "");
}

/** A call with arguments that builders make up, if it takes any: `acme.pets.list(...build.args("listPets"))`. */
export function builtCall(operation: Operation, client: string): Code {
  if (namesOf(operation).length === 0) return ts`${methodOf(operation, client)}()`;
  return ts`${methodOf(operation, client)}(...build.args(${str(operation.id)}))`;
}

/** A method with the names of its arguments: `acme.pets.list(ownerId, params?, options?)`. */
export function signature(operation: Operation, client: string): Code {
  return ts`${methodOf(operation, client)}(${join([...namesOf(operation), ts`options?`], ", ")})`;
}

/** A call with the names of the arguments that are required. */
export function namedCall(operation: Operation, client: string): Code {
  const required = namesOf(operation).filter((name) => !name.endsWith("?"));
  return ts`${methodOf(operation, client)}(${join(required, ", ")})`;
}

function namesOf(operation: Operation): Code[] {
  const { path, body, params, paramsRequired } = methodArguments(operation);
  return [
    ...path.map(({ identifier: name }) => identifier(name)),
    ...(body === undefined ? [] : [body.required ? ts`body` : ts`body?`]),
    ...(params.length === 0 ? [] : [paramsRequired ? ts`params` : ts`params?`]),
  ];
}

/** Types of the arguments of a method. */
export interface ArgumentTypes {
  readonly path: (parameter: Parameter) => Code;
  readonly body: Code;
  readonly params: Code | undefined;
  /** Set where a required argument follows: an optional one cannot stand before it. @default false */
  readonly isBeforeRequired?: boolean;
}

/** The arguments of a method with their types, as a signature or a tuple has them. */
export function argumentList(operation: Operation, types: ArgumentTypes): Code {
  const { path, body, paramsRequired } = methodArguments(operation);
  const argument = (name: Code, type: Code, isRequired: boolean, isBefore: boolean): Code =>
    isRequired ? ts`${name}: ${type}` : ts`${name}${isBefore ? ts`` : ts`?`}: ${type} | undefined`;
  const { isBeforeRequired = false, params } = types;
  const isBefore = isBeforeRequired || paramsRequired;
  return join(
    [
      ...path.map(({ identifier: name, parameter }) => ts`${identifier(name)}: ${types.path(parameter)}`),
      ...(body === undefined ? [] : [argument(ts`body`, types.body, body.required, isBefore)]),
      ...(params === undefined ? [] : [argument(ts`params`, params, paramsRequired, isBeforeRequired)]),
    ],
    ", ",
  );
}
