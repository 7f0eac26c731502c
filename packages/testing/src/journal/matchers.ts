import { type ExpectedCall, judgeReceived, type Received } from "./received.ts";

/** What `expect.extend` of vitest and jest takes from a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `expect(fake).toHaveReceived(operation, expected)`, for `expect.extend(matchers)`. */
export const matchers: {
  toHaveReceived(fake: Received, operation: string, expected?: ExpectedCall): MatcherResult;
} = {
  toHaveReceived(fake, operation, expected) {
    const { pass, message } = judgeReceived(fake, operation, expected);
    return { pass, message: () => message };
  },
};
