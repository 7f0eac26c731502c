import { endArguments } from "../declarations/lifecycle.ts";
import type { WaiterDeclaration } from "../declarations/waiter-declaration.ts";
import { type Finding, show } from "../load/finding.ts";
import { childPointer, pointerTokens } from "../load/pointer.ts";
import { findOperation, type Model, type Operation } from "../model.ts";
import { deref, type Schema, type Schemas } from "../schema.ts";

/** The waiters whose methods have names that are taken. */
export function checkWaiterNames(operations: readonly Operation[], file: string): Finding[] {
  const findings: Finding[] = [];
  const methods = new Map(
    operations.flatMap((operation) =>
      [operation.name, ...(operation.formerNames ?? [])].map((name) => [name.join("."), operation] as const),
    ),
  );
  for (const operation of operations) {
    for (const waiter of operation.waiters ?? []) {
      const name = [...operation.name.slice(0, -1), waiter.name].join(".");
      const message = wrongName(name, methods.get(name));
      if (message !== undefined)
        findings.push({ file, pointer: childPointer(operation.pointer, "x-svc-waiter"), message });
      methods.set(name, operation);
    }
  }
  return findings;
}

/**
 * The parts of `x-svc-waiter` and `x-svc-lifecycle` that the document does not fit: states and places that the response does
 * not have, and an operation that is not there or does not take the id.
 */
export function findStaleWaits({
  operations,
  schemas,
}: Pick<Model, "operations" | "schemas">): Omit<Finding, "file">[] {
  return operations.flatMap((operation) => {
    const { waiters = [], lifecycle, pointer } = operation;
    const tell = (name: string, message: string | undefined) =>
      message === undefined ? [] : [{ pointer: childPointer(pointer, name), message }];
    return [
      ...waiters.flatMap((waiter) => tell("x-svc-waiter", strangeState(waiter, operation, schemas))),
      ...(lifecycle ? tell("x-svc-lifecycle", wrongEnd(operation, lifecycle.end, operations)) : []),
      ...(lifecycle ? tell("x-svc-lifecycle", wrongPlace(operation, lifecycle.id, schemas)) : []),
    ];
  });
}

function wrongName(name: string, other: Operation | undefined): string | undefined {
  if (other === undefined) return undefined;
  return `is called ${show(name)} as the operation ${show(other.id)} is; choose another name`;
}

function strangeState(waiter: WaiterDeclaration, operation: Operation, schemas: Schemas): string | undefined {
  const { pointer, success = [], failure = [] } = waiter;
  if (pointer === undefined) return undefined;
  const states = statesAt(operation, pointerTokens(pointer) ?? [], schemas);
  if (states === "nowhere") return wrongPlace(operation, pointer, schemas);
  const strange = states && [...success, ...failure].find((state) => !states.includes(state));
  if (strange === undefined || states === undefined) return undefined;
  const known = states.map((state) => show(state)).join(", ");
  return `has the state ${show(strange)}, which the response does not list; there are ${known}`;
}

function wrongPlace(operation: Operation, pointer: string, schemas: Schemas): string | undefined {
  return statesAt(operation, pointerTokens(pointer) ?? [], schemas) === "nowhere"
    ? `has the pointer ${show(pointer)}, which leads to nothing in the response; correct it`
    : undefined;
}

/** The values that may stand at a place of the success; undefined where the document does not list them. */
function statesAt(
  operation: Operation,
  tokens: readonly string[],
  schemas: Schemas,
): "nowhere" | readonly unknown[] | undefined {
  const body = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  let schema: Schema | undefined = body;
  for (const token of tokens) {
    if (schema === undefined) return undefined;
    const { properties, additionalProperties, patternProperties, allOf, anyOf, oneOf } = deref(schema, schemas);
    if (properties !== undefined && Object.hasOwn(properties, token)) schema = properties[token];
    else {
      const isClosed = properties !== undefined && (allOf ?? anyOf ?? oneOf ?? patternProperties) === undefined;
      return isClosed && !mayHaveMore(additionalProperties) ? "nowhere" : undefined;
    }
  }
  const leaf = schema === undefined ? ({} as Schema) : deref(schema, schemas);
  const { enum: listed = leaf["x-svc-known"], const: only } = leaf;
  return listed ?? (only === undefined ? undefined : [only]);
}

/** Whether other properties are described: what is merely not forbidden is no place to read from. */
function mayHaveMore(additional: Schema | boolean | undefined): boolean {
  const keys = typeof additional === "object" ? Object.keys(additional) : [];
  // A schema that allows nothing, as `false` is normalized.
  return (
    keys.length > 0 &&
    !(keys.length === 1 && keys[0] === "not" && Object.keys(Object((additional as Schema).not)).length === 0)
  );
}

function wrongEnd(operation: Operation, end: string, operations: readonly Operation[]): string | undefined {
  const ending = findOperation(operations, end);
  if (ending === undefined) return `ends with the operation ${show(end)}, which the document does not have; correct it`;
  return endArguments(operation, ending) === undefined
    ? `ends with the operation ${show(end)}, which does not take the id as its only further argument, in its path`
    : undefined;
}
