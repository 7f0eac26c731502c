/** A server behind a rate limiter. */
export interface Limited {
  readonly url: string;
  /** Answers that were refusals: 429 and 503. */
  refused(): number;
  close(): Promise<unknown>;
}
