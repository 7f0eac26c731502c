import {
  encodeLenientJson,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  jsonResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { withDescribedFiles } from "../../journal/record-call.ts";
import { responseOf } from "./content.ts";

/** Responses by idempotency key, as a service keeps them. */
export interface IdempotencyKeys {
  /**
   * The response of the first request with the key. The same key with another request is refused with 422 (or 409 where the
   * document has only that), one whose first request is under way with 409. Without a key, or where the operation takes
   * none, `answer` decides.
   *
   * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
   */
  answer(valid: ValidRequest, request: HttpRequest, answer: Answering): ReturnType<Answering>;
  clear(): void;
}

type Answering = () => HttpResponse | Promise<HttpResponse>;

/** Keys that are known at a time, and characters of their requests and answers: of more, the oldest are forgotten. */
const MAX = { keys: 10_000, characters: 32 * 2 ** 20 } as const;

interface Known {
  /** Target and body. */
  readonly asked: string;
  /** Undefined: under way. */
  readonly response: HttpResponse | undefined;
}

function sizeOf({ asked, response }: Known): number {
  return asked.length + (response?.body?.length ?? 0);
}

export function createIdempotencyKeys(): IdempotencyKeys {
  const known = new Map<string, Known>();
  let characters = 0;
  const forget = (at: string): void => {
    const entry = known.get(at);
    if (entry !== undefined) characters -= sizeOf(entry);
    known.delete(at);
  };
  const keep = (at: string, entry: Known): void => {
    forget(at);
    known.set(at, entry);
    characters += sizeOf(entry);
    for (const [oldest] of known) {
      if ((known.size <= MAX.keys && characters <= MAX.characters) || oldest === at) return;
      forget(oldest);
    }
  };
  const answerOnce = async (key: string, valid: ValidRequest, { target }: HttpRequest, answer: Answering) => {
    const { operation } = valid;
    const at = `${operation.id} ${key}`;
    const asked = encodeLenientJson([target, withDescribedFiles(valid.body) ?? valid.body ?? null]);
    const before = known.get(at);
    if (before !== undefined && before.asked !== asked) {
      const status = responseOf(operation, 422) === undefined && responseOf(operation, 409) !== undefined ? 409 : 422;
      return refused(status, "This idempotency key was used for another request");
    }
    if (before !== undefined)
      return before.response ?? refused(409, "A request with this idempotency key is under way");
    keep(at, { asked, response: undefined });
    const response = await answer();
    // A failure of the service is no result: the same key may be tried again.
    if (response.status < 500) keep(at, { asked, response });
    else forget(at);
    return response;
  };
  return {
    answer(valid, request, answer) {
      const header = valid.operation.idempotency?.toLowerCase();
      const key = header === undefined ? undefined : headerOf(request.headers, header);
      return key === undefined ? answer() : answerOnce(key, valid, request, answer);
    },
    clear() {
      known.clear();
      characters = 0;
    },
  };
}

function refused(status: number, detail: string): HttpResponse {
  return jsonResponse(status, { detail });
}
