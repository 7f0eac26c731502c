import {
  endArguments,
  findOperation,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  pointerTokens,
  type WaiterDeclaration,
} from "@svc/model";
import { type Code, comment, join, key, literal, ts } from "../../quote/index.ts";
import { resultType } from "../operation-types.ts";

/** The `waiters` of an operation's row in the client's table: as declared, but the place of the state. */
export function waiterRows({ waiters = [] }: Operation): { [key: string]: Json }[] {
  return waiters.map(({ pointer, ...waiter }) => ({
    ...(waiter as unknown as { [key: string]: Json }),
    ...(pointer !== undefined && { pointer: pointerTokens(pointer) ?? [] }),
  }));
}

/** The `lifecycle` of an operation's row; undefined where it begins nothing. */
export function lifecycleRow(operation: Operation, { operations }: Model): { [key: string]: Json } | undefined {
  const { lifecycle } = operation;
  const end = lifecycle && findOperation(operations, lifecycle.end);
  const names = end && endArguments(operation, end);
  if (lifecycle === undefined || end === undefined || names === undefined) return undefined;
  const own = methodArguments(operation).path.map(({ parameter }) => parameter.name);
  return {
    end: end.name.join("."),
    id: pointerTokens(lifecycle.id) ?? [],
    args: names.map((name) => (name === null ? null : own.indexOf(name))),
    ...(lifecycle.ended && { ended: [...lifecycle.ended] }),
  };
}

/** Type that a waiter resolves to: the result with its state narrowed; nothing where a status that is an error was waited for. */
export function reachedType(operation: Operation, waiter: WaiterDeclaration, model: Model): Code {
  const { pointer, success, successStatus = [] } = waiter;
  const result = resultType(operation, model);
  const tokens = pointerTokens(pointer ?? "") ?? [];
  const states =
    success &&
    join(
      success.map((state) => literal(state)),
      " | ",
    );
  const narrowed =
    states && ts`(${result}) & ${tokens.reduceRight<Code>((inner, name) => ts`{ ${key(name)}: ${inner} }`, states)}`;
  const others = successStatus.some((status) => status >= 400) ? [ts`undefined`] : [];
  const plain = successStatus.some((status) => status < 400) ? [ts`${result}`] : [];
  return join([...(narrowed ? [narrowed] : []), ...plain, ...others], " | ");
}

export function describeWaiter(
  operation: Operation,
  { success = [], successStatus = [], failure = [] }: WaiterDeclaration,
): Code {
  const goal = [...success.map((state) => JSON.stringify(state)), ...successStatus.map((status) => `status ${status}`)];
  const failed =
    failure.length === 0
      ? ""
      : ` Fails with a \`WaiterError\` at ${failure.map((state) => JSON.stringify(state)).join(", ")}.`;
  return comment(
    `Polls \`${operation.name.join(".")}\` until ${goal.join(" or ")}.${failed} \`WaiterTimeoutError\` after \`timeoutMs\`.`,
  );
}
