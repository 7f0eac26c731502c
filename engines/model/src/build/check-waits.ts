import { endArguments } from "../declarations/lifecycle.ts";
import type { WaiterDeclaration } from "../declarations/waiter-declaration.ts";
import { type Finding, show } from "../load/finding.ts";
import { childPointer, pointerTokens } from "../load/pointer.ts";
import { findOperation, type Operation } from "../model.ts";
import { deref, type Schema, type Schemas } from "../schema.ts";

/** Findings of {@link checkWaits}. */
export interface Waits {
  /** Reasons not to generate: what is referred to is not there. */
  readonly findings: readonly Finding[];
  /** States and places that the response does not have: no wait for them can succeed. */
  readonly warnings: readonly Finding[];
}

/** Checks `x-svc-waiter` and `x-svc-lifecycle` once the operations have names. */
export function checkWaits(operations: readonly Operation[], schemas: Schemas, file: string): Waits {
  const findings: Finding[] = [];
  const warnings: Finding[] = [];
  const methods = new Map(
    operations.flatMap((operation) =>
      [operation.name, ...(operation.formerNames ?? [])].map((name) => [name.join("."), operation] as const),
    ),
  );
  for (const operation of operations) {
    const { waiters = [], lifecycle, pointer } = operation;
    const tell = (into: Finding[], at: string, message: string | undefined): void => {
      if (message !== undefined) into.push({ file, pointer: childPointer(pointer, at), message });
    };
    for (const waiter of waiters) {
      const name = [...operation.name.slice(0, -1), waiter.name].join(".");
      tell(findings, "x-svc-waiter", wrongName(name, methods.get(name)));
      methods.set(name, operation);
      tell(warnings, "x-svc-waiter", strangeState(waiter, operation, schemas));
    }
    if (lifecycle) tell(findings, "x-svc-lifecycle", wrongEnd(operation, lifecycle.end, operations));
  }
  return { findings, warnings };
}

function wrongName(name: string, other: Operation | undefined): string | undefined {
  if (other === undefined) return undefined;
  return `is called ${show(name)} as the operation ${show(other.id)} is; choose another name`;
}

function strangeState(waiter: WaiterDeclaration, operation: Operation, schemas: Schemas): string | undefined {
  const { pointer, success = [], failure = [] } = waiter;
  if (pointer === undefined) return undefined;
  const states = statesAt(operation, pointerTokens(pointer) ?? [], schemas);
  if (states === "nowhere")
    return `has the pointer ${show(pointer)}, which leads to nothing in the response; correct it`;
  const strange = states && [...success, ...failure].find((state) => !states.includes(state));
  if (strange === undefined || states === undefined) return undefined;
  const known = states.map((state) => show(state)).join(", ");
  return `has the state ${show(strange)}, which the response does not list; there are ${known}`;
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
      const isOpen = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
      return isClosed && !isOpen ? "nowhere" : undefined;
    }
  }
  const { enum: listed, const: only } = schema === undefined ? ({} as Schema) : deref(schema, schemas);
  return listed ?? (only === undefined ? undefined : [only]);
}

function wrongEnd(operation: Operation, end: string, operations: readonly Operation[]): string | undefined {
  const ending = findOperation(operations, end);
  if (ending === undefined) return `ends with the operation ${show(end)}, which the document does not have; correct it`;
  return endArguments(operation, ending) === undefined
    ? `ends with the operation ${show(end)}, which does not take the id as its only further argument, in its path`
    : undefined;
}
