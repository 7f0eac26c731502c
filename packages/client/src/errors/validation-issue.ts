/** One reason for a 422, as the service gives it (pydantic's shape). */
export interface ValidationIssue {
  /** Where: the location (`query`, `path`, `header`, `cookie`, `body`), then field names and indexes. */
  readonly loc: readonly (string | number)[];
  /** The reason in words: `Input should be less than or equal to 100`. */
  readonly msg: string;
  /** The reason as a constant: `less_than_equal`. */
  readonly type: string;
  /** What the service got. */
  readonly input?: unknown;
  /** Figures of the rule that was broken. */
  readonly ctx?: { readonly [name: string]: unknown };
}

/** The issues in a 422 body; what is not of the documented shape is left out. */
export function parseIssues(body: unknown): ValidationIssue[] {
  const detail = (body as { detail?: unknown } | null | undefined)?.detail;
  return Array.isArray(detail)
    ? detail.filter((issue) => Array.isArray(issue?.loc) && issue.loc.every(isPart) && typeof issue.msg === "string")
    : [];
}

function isPart(part: unknown): boolean {
  return /^(string|number)$/.test(typeof part);
}

/** `query.limit: Input should be less than or equal to 100 (got "500")`, the input bounded. */
export function formatIssue({ loc, msg, input }: ValidationIssue): string {
  return `${loc.join(".")}: ${msg}${shown(input)}`;
}

function shown(input: unknown): string {
  try {
    const text = JSON.stringify(input);
    return text?.length < 100 ? ` (got ${text})` : "";
  } catch {
    // Nested deeper than the stack.
    return "";
  }
}
