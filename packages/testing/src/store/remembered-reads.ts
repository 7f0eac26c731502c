import type { HttpRequest } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model";
import type { Filter, Resource, Store } from "@svc/resources";

/** Methods that change nothing. */
const REPEATABLE: ReadonlySet<string> = new Set(["get", "head"]);

/** Whether the same request again has the same answer until something changes. */
export function isRepeatable({ method }: Operation, { files, uploads }: Resource, { headers }: HttpRequest): boolean {
  // Addresses of files are others each time.
  return REPEATABLE.has(method) && files.length + uploads.length === 0 && !headers.some(([name]) => /^if-/i.test(name));
}

/** Answers that are remembered. */
const READS_LIMIT = 500;

/** Answers to requests that were answered before, as long as the stamp is the same. */
export function createReads<Answer>() {
  const known = new Map<string, { readonly stamp: string; readonly answer: Answer | undefined }>();
  return {
    get(key: string, stamp: string, ask: () => Answer | undefined): Answer | undefined {
      const before = known.get(key);
      if (before?.stamp === stamp) return before.answer;
      if (known.size >= READS_LIMIT) known.clear();
      const answer = ask();
      known.set(key, { stamp, answer });
      return answer;
    },
  };
}

/** Whether answers change as time passes, though nothing changes what is stored. */
export function isTimely({ files, uploads, roles }: Resource, { resources }: Store): boolean {
  return (
    files.length + uploads.length > 0 ||
    Object.values(roles).some((role) => role.does === "list" && Object.values(role.filters).some(isOfTime)) ||
    resources.some(({ transitions }) => transitions.length > 0)
  );
}

function isOfTime({ kind }: Filter): boolean {
  return kind === "within";
}
