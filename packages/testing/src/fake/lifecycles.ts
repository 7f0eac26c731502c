import type { HttpResponse, RejectedRequest, ValidRequest } from "@svc/fastapi-validation";
import { endArguments, findOperation, type Model, type Operation, pointerTokens, valueAt } from "@svc/model/data";
import { parseExact } from "./answer/content.ts";

/** Something that a request began and none has ended. */
export interface LeftOpen {
  /** Operation id of what began it. */
  readonly begun: string;
  /** Its id. */
  readonly id: string;
  /** Operation id of what ends it. */
  readonly end: string;
}

/** Record of what requests began and ended, by `x-svc-lifecycle`. */
export interface Lifecycles {
  see(request: ValidRequest | RejectedRequest, response: HttpResponse): void;
  left(): readonly LeftOpen[];
  clear(): void;
}

/** What was begun and is remembered: a server may run for days. The oldest is forgotten first. */
const OPEN_LIMIT = 10_000;

/** Statuses of an end that say that there is nothing to be ended. */
const ENDED: readonly number[] = [404, 410];

export function createLifecycles({ operations }: Model): Lifecycles {
  const open = new Map<string, LeftOpen>();
  const pairs = operations.flatMap((begin) => {
    const end = begin.lifecycle && findOperation(operations, begin.lifecycle.end);
    const names = end && endArguments(begin, end);
    return end === undefined || names === undefined ? [] : [{ begin, end, names }];
  });
  const keyOf = (end: Operation, values: readonly unknown[]): string => JSON.stringify([end.id, ...values.map(String)]);
  return {
    see(request, response) {
      const { operation } = request;
      if (pairs.length === 0 || request.kind !== "valid" || operation === undefined) return;
      const isDone = response.status >= 200 && response.status < 300;
      for (const { begin, end, names } of pairs) {
        if (end.id === operation.id && (isDone || (begin.lifecycle?.ended ?? ENDED).includes(response.status)))
          open.delete(
            keyOf(
              end,
              pathNames(end).map((name) => request.path[name]),
            ),
          );
        if (begin.id !== operation.id || !isDone) continue;
        const id = idIn(response, begin.lifecycle?.id ?? "");
        const values = names.map((name) => (name === null ? id : request.path[name]));
        if (open.size >= OPEN_LIMIT) open.delete(open.keys().next().value ?? "");
        if (id !== undefined) open.set(keyOf(end, values), { begun: begin.id, id, end: end.id });
      }
    },
    left: () => [...open.values()],
    clear: () => open.clear(),
  };
}

function pathNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
}

function idIn({ body }: HttpResponse, pointer: string): string | undefined {
  if (typeof body !== "string") return undefined;
  try {
    const id = valueAt(parseExact(body), pointerTokens(pointer) ?? []);
    return id === undefined || id === null ? undefined : String(id);
  } catch {
    return undefined;
  }
}

/** @throws Error that lists what was begun and not ended */
export function assertNothingLeft(left: readonly LeftOpen[]): void {
  if (left.length === 0) return;
  const lines = left.map(({ begun, id, end }) => `${begun} started ${JSON.stringify(id)}, which ${end} did not end`);
  throw new Error([`${left.length} left open:`, ...lines].join("\n"));
}
