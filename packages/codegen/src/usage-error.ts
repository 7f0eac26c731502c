/** The command was called with arguments that do not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Says what the system refused: a full disk, a folder without permission, a stack as deep as a document nests. Undefined for any
 * other error, which is a defect.
 */
export function describeSystemError(error: unknown): string | undefined {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return "the schemas refer to one another in a chain that is longer than TypeScript can follow; shorten it. Nothing was replaced.";
  const { code, syscall, message } = Object(error) as NodeJS.ErrnoException;
  if (!(error instanceof Error) || typeof code !== "string" || typeof syscall !== "string") return undefined;
  return `${message}. Nothing was replaced; make room or give access, and run the command again.`;
}
