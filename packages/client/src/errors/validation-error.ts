import { SvcApiError } from "./svc-api-error.ts";
import { parseIssues, type ValidationIssue } from "./validation-issue.ts";

/** The service refused an argument (422). The message has one part per issue: `query.limit: Input should be ... (got 500)`. */
export class ValidationError extends SvcApiError {
  override get name(): "ValidationError" {
    return "ValidationError";
  }
  declare readonly status: 422;

  /** The issues in the service's order; empty where the body is not of the documented shape. */
  get issues(): ValidationIssue[] {
    return parseIssues(this.body);
  }

  /** Messages by field, without the location: `{ limit: ["Input should be ..."] }`. An object without prototype. */
  get fieldErrors(): { readonly [field: string]: readonly string[] } {
    const fields: { [field: string]: string[] } = Object.create(null);
    for (const { loc, msg } of this.issues) {
      const field = (loc.length > 1 ? loc.slice(1) : loc).join(".");
      fields[field] ??= [];
      fields[field].push(msg);
    }
    return fields;
  }
}
