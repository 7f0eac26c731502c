/** The command was called with arguments that do not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Says what the system refused: a full disk, a folder without permission. Undefined for any other error, which is a defect. */
export function describeSystemError(error: unknown): string | undefined {
  const { code, syscall, message } = Object(error) as NodeJS.ErrnoException;
  if (!(error instanceof Error) || typeof code !== "string" || typeof syscall !== "string") return undefined;
  return `${message}. Nothing was replaced; make room or give access, and run the command again.`;
}
