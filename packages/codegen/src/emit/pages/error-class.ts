/** The error that a method throws for an answer of a status; undefined for a success. `apiError` is the class of those without one. */
export function errorClass(status: string, apiError: string): string | undefined {
  if (isSuccess(status)) return undefined;
  return CLASSES[status] ?? (status.startsWith("5") ? "ServerError" : apiError);
}

const CLASSES: { readonly [status: string]: string | undefined } = {
  "401": "AuthenticationError",
  "403": "PermissionError",
  "404": "NotFoundError",
  "422": "ValidationError",
  "429": "RateLimitError",
};

/** True for a status, `"200"` or `"2XX"`, whose answer a method returns. */
export function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}
