/** The command was called with arguments that do not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
