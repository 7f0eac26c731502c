/**
 * What a fake received, as plain functions that throw `AssertionError`: for node:test, and any other runner without matchers.
 *
 * @packageDocumentation
 */
import { AssertionError } from "node:assert";
import type { OperationTypes } from "./generated/operations.ts";
import type { ExpectedCall } from "./journal/expected-call.ts";
import { countCalls, type Judgement, judgeReceived, type Received } from "./journal/received.ts";

/** An operation id of the document; any other text is taken, too, for fakes of other documents. */
export type AnyOperationId = keyof OperationTypes | (string & {});

/**
 * Fails unless a fake received such a call.
 *
 * @throws AssertionError with the nearest call, what differs in it, and the journal
 */
export function assertReceived(fake: Received, operation: AnyOperationId, expected?: ExpectedCall): void {
  const judgement = judgeReceived(fake, operation, expected);
  if (!judgement.pass) throw failure(judgement, assertReceived);
}

/**
 * Fails where a fake received such a call.
 *
 * @throws AssertionError with the journal
 */
export function assertNotReceived(fake: Received, operation: AnyOperationId, expected?: ExpectedCall): void {
  const judgement = judgeReceived(fake, operation, expected);
  if (judgement.pass) throw failure(judgement, assertNotReceived);
}

/** How many calls of an operation a fake received that are as expected; all of them where nothing is. */
export function countReceived(
  fake: Received,
  operation: AnyOperationId,
  expected: Omit<ExpectedCall, "times"> = {},
): number {
  return countCalls(fake, operation, expected);
}

/** Its stack begins where the assertion was called. */
function failure({ message }: Judgement, caller: (...args: never[]) => void): AssertionError {
  return new AssertionError({ message, operator: caller.name, stackStartFn: caller });
}

export type { ExpectedCall, Received };
