import { type ApiFacts, SvcApiError } from "../errors/errors.ts";

/** Properties of a {@link DecodeError}. */
export interface DecodeFacts extends ApiFacts {
  readonly loc: readonly (string | number)[];
}

/**
 * Success whose body has a value that cannot be decoded: text that is no date where the document says so, or an integer that
 * is none. The message names the place and what is expected there, never the value. `body` is the answer as it came.
 */
export class DecodeError extends SvcApiError {
  override get name(): "DecodeError" {
    return "DecodeError";
  }
  /** Place in the body: names of members and indexes, the outermost first. */
  readonly loc: readonly (string | number)[];

  constructor(message: string, facts: DecodeFacts) {
    super(message, facts);
    this.loc = facts.loc;
  }
}
