import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model/data";
import type { Filter, Resource } from "@svc/resources";

/** Methods that change nothing. */
const REPEATABLE: ReadonlySet<string> = new Set(["get", "head"]);

/** Whether the same request again has the same answer until something changes. */
export function isRepeatable({ method }: Operation, { files, uploads }: Resource, { headers }: HttpRequest): boolean {
  // Addresses of files are others each time.
  return REPEATABLE.has(method) && files.length + uploads.length === 0 && !headers.some(isCondition);
}

function isCondition(header: readonly [string, string]): boolean {
  return /^if-/i.test(header[0]);
}

/** Answers that are remembered. */
const READS_LIMIT = 500;

/** Tells the states apart in which the same request has another answer. */
export type Stamp = string | number;

/** Facts that answers depend on beside the target of a request. */
interface Circumstances {
  readonly operation: Operation;
  readonly origin: string;
  readonly isAll: boolean;
  readonly stamp: Stamp;
}

/** Answers to requests that were answered before, as long as all else is the same. */
export function createReads<Answer>() {
  const known = new Map<string, Circumstances & { readonly answer: Answer | undefined }>();
  return {
    get(target: string, now: Circumstances, ask: () => Answer | undefined): Answer | undefined {
      const before = known.get(target);
      if (before !== undefined && isSame(before, now)) return before.answer;
      if (known.size >= READS_LIMIT) known.clear();
      const answer = ask();
      known.set(target, { ...now, answer });
      return answer;
    },
  };
}

function isSame(a: Circumstances, b: Circumstances): boolean {
  return a.stamp === b.stamp && a.operation === b.operation && a.origin === b.origin && a.isAll === b.isAll;
}

/** A generated response as requests at one address asked for it. */
interface Alignment {
  readonly origin: string;
  readonly stamp: Stamp;
  readonly response: HttpResponse;
}

/** Generated responses as they were aligned with what is stored, as long as the stamp is the same. */
export function createAlignments() {
  const known = new WeakMap<HttpResponse, Alignment>();
  return {
    get(generated: HttpResponse, origin: string, stamp: Stamp, align: () => HttpResponse): HttpResponse {
      const before = known.get(generated);
      if (before?.stamp === stamp && before.origin === origin) return before.response;
      const response = align();
      known.set(generated, { origin, stamp, response });
      return response;
    },
  };
}

/** The resources whose answers change as time passes, though nothing changes what is stored. */
export function timelyAmong(resources: readonly Resource[]): ReadonlySet<Resource> {
  if (resources.some(({ transitions }) => transitions.length > 0)) return new Set(resources);
  return new Set(resources.filter(isTimely));
}

function isTimely({ files, uploads, roles }: Resource): boolean {
  const lists = Object.values(roles).filter((role) => role.does === "list");
  return files.length + uploads.length > 0 || lists.some(({ filters }) => Object.values(filters).some(isOfTime));
}

function isOfTime({ kind }: Filter): boolean {
  return kind === "within";
}
