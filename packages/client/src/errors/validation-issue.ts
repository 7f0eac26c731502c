/** One issue of a 422 (pydantic's format). */
export interface ValidationIssue {
  /** Location of the value: `query`, `path`, `header`, `cookie` or `body`, then field names and indexes. */
  readonly loc: readonly (string | number)[];
  /** Message: `Input should be less than or equal to 100`. */
  readonly msg: string;
  /** Type of the issue: `less_than_equal`. */
  readonly type: string;
  /** Value that the service received. */
  readonly input?: unknown;
  /** Parameters of the rule: `{ le: 100 }`. */
  readonly ctx?: { readonly [name: string]: unknown };
}

/** The issues in the body of a 422; values of another shape are left out. */
export function parseIssues(body: unknown): ValidationIssue[] {
  const detail = (body as { detail?: unknown } | null | undefined)?.detail;
  return Array.isArray(detail)
    ? detail.filter((issue) => Array.isArray(issue?.loc) && issue.loc.every(isPart) && typeof issue.msg === "string")
    : [];
}

function isPart(part: unknown): boolean {
  return /^(string|number)$/.test(typeof part);
}

/** `query.limit: Input should be less than or equal to 100 (got "500")`, inputs of 100 characters and more left out. */
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
