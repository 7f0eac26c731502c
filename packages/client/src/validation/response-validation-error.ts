import { type ApiFacts, SvcApiError } from "../errors/errors.ts";

/** Place of an answer that breaks its schema. */
export interface ResponseIssue {
  /** Names of members and indexes, the outermost first; empty: the body itself. */
  readonly loc: readonly (string | number)[];
  /** Text of the schema library, without the value that came. */
  readonly msg: string;
}

/** Properties of a {@link ResponseValidationError}. */
export interface ResponseValidationFacts extends ApiFacts {
  /** Places that break the schema. */
  readonly issues: readonly ResponseIssue[];
}

/**
 * Success whose body breaks its schema. The message names the first three places. `body` is the answer as it came; printing,
 * inspecting or serializing the error shows none of its values.
 */
export class ResponseValidationError extends SvcApiError {
  override get name(): "ResponseValidationError" {
    return "ResponseValidationError";
  }
  /** The places, in the order of the schema library. */
  readonly issues: readonly ResponseIssue[];

  constructor(message: string, facts: ResponseValidationFacts) {
    super(message, facts);
    this.issues = facts.issues;
  }
}
