/**
 * Assertions about the calls of a fake that throw `AssertionError`: for node:test, and other runners without matchers.
 *
 * @packageDocumentation
 */
import { AssertionError } from "node:assert";
import type { OperationTypes } from "./generated/operations.ts";
import type { ExpectedCall } from "./journal/received.ts";
import { checkReceived, countCalls, type Received, type ReceivedResult } from "./journal/received.ts";

/** An operation id of the document, or any other string for fakes of other documents. */
export type AnyOperationId = keyof OperationTypes | (string & {});

/**
 * Passes if a fake received a call of an operation as expected.
 *
 * @throws AssertionError with the nearest call, its differences, and the journal
 * @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met
 */
export function assertReceived(fake: Received, operation: AnyOperationId, expected?: ExpectedCall): void {
  const result = checkReceived(fake, operation, expected);
  if (!result.pass) throw failure(result, assertReceived);
}

/**
 * Passes if a fake received no call of an operation as expected.
 *
 * @throws AssertionError with the journal
 * @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met
 */
export function assertNotReceived(fake: Received, operation: AnyOperationId, expected?: ExpectedCall): void {
  const result = checkReceived(fake, operation, expected);
  if (result.pass) throw failure(result, assertNotReceived);
}

/**
 * Counts the calls of an operation that a fake received as expected.
 *
 * @param expected without it, all calls of the operation are counted
 * @throws TypeError for an operation that the document does not have, and for an expectation that cannot be met
 */
export function countReceived(
  fake: Received,
  operation: AnyOperationId,
  expected: Omit<ExpectedCall, "times"> = {},
): number {
  return countCalls(fake, operation, expected);
}

/** Creates an error whose stack begins at the call of the assertion. */
function failure({ message }: ReceivedResult, caller: (...args: never[]) => void): AssertionError {
  return new AssertionError({ message, operator: caller.name, stackStartFn: caller });
}

export type { ExpectedCall, Received };
