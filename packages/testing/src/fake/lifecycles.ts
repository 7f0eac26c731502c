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
export type Lifecycles = ReturnType<typeof createLifecycles>;

/** What was begun and is remembered: a server may run for days. The oldest is forgotten first. */
const OPEN_LIMIT = 10_000;

/** Statuses of an end that say that there is nothing to be ended. */
const ENDED: readonly number[] = [404, 410];

export function createLifecycles({ operations }: Model) {
  const open = new Map<string, LeftOpen>();
  const pairs = operations.flatMap((begin) => {
    const end = begin.lifecycle && findOperation(operations, begin.lifecycle.end);
    const names = end && endArguments(begin, end);
    return end === undefined || names === undefined ? [] : [{ begin, end, names }];
  });
  const keyOf = (end: Operation, values: readonly unknown[]): string => JSON.stringify([end.id, ...values.map(String)]);
  return {
    see(request: ValidRequest | RejectedRequest, response: HttpResponse): void {
      const { operation } = request;
      if (pairs.length === 0 || request.kind !== "valid" || operation === undefined) return;
      const isDone = response.status >= 200 && response.status < 300;
      for (const { begin, end, names } of pairs) {
        const isEnded = isDone || (begin.lifecycle?.ended ?? ENDED).includes(response.status);
        if (end.id === operation.id && isEnded) open.delete(keyOf(end, pathValues(request)));
        if (begin.id !== operation.id || !isDone) continue;
        const id = idIn(response, begin.lifecycle?.id ?? "");
        const values = names.map((name) => (name === null ? id : request.path[name]));
        if (open.size >= OPEN_LIMIT) open.delete(open.keys().next().value ?? "");
        if (id !== undefined) open.set(keyOf(end, values), { begun: begin.id, id, end: end.id });
      }
    },
    left: (): readonly LeftOpen[] => [...open.values()],
    clear: (): void => open.clear(),
  };
}

function pathValues({ operation, path }: ValidRequest): unknown[] {
  return operation.parameters.flatMap(({ name, in: place }) => (place === "path" ? [path[name]] : []));
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
