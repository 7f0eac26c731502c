import { type ExpectedCall, judgeReceived, type Received } from "./received.ts";

/** What `expect.extend` of vitest and jest takes from a matcher. */
export interface MatcherResult {
  /** Whether the fake received what was expected. */
  readonly pass: boolean;
  /** Why not, or why so under `.not`. */
  readonly message: () => string;
}

/** `expect(fake).toHaveReceived(operation, expected)`, for `expect.extend(matchers)`. */
export const matchers: {
  /** Whether a fake received calls of an operation that are as expected. */
  toHaveReceived(fake: Received, operation: string, expected?: ExpectedCall): MatcherResult;
} = {
  toHaveReceived(fake, operation, expected) {
    const { pass, message } = judgeReceived(fake, operation, expected);
    return { pass, message: () => message };
  },
};
