import { childPointer, type LifecycleDeclaration, type Operation, type WaiterDeclaration } from "@svc/model";
import { createScope, type Report, type Scope } from "../collect.ts";
import { pairMembers, pairUp } from "../pair-up.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { cut } from "../schema/type-text.ts";
import { methodName } from "./operations/operations.ts";

/** Reads the object at a pointer of a document, references followed; undefined where there is none. */
export type ReadObject = (pointer: string) => Fields | undefined;

/** Those of both documents. */
export type Readers = { readonly [side in "old" | "new"]: ReadObject };

export interface Fields {
  readonly [name: string]: unknown;
}

/** Waiters, lifecycles, keys of repeated requests and links: what operations declare beside requests and answers. */
export function compareDeclarations(pairs: readonly (readonly [Operation, Operation])[], read?: Readers): Scope[] {
  return pairs.map(([before, after]) =>
    createScope(after.id, [
      ...compareWaiters(before, after),
      ...compareLifecycles(before, after),
      ...compareIdempotency(before, after),
      ...(read === undefined ? [] : compareLinks(before, after, read)),
    ]),
  );
}

/** Waiters by name; one that differs in nothing else was renamed. */
function compareWaiters(old: Operation, now: Operation): Report[] {
  const [before, after] = [old.waiters ?? [], now.waiters ?? []];
  const place = methodName(now);
  const removed = before.filter(({ name }) => !after.some((one) => one.name === name));
  const added = new Set(after.filter(({ name }) => !before.some((one) => one.name === name)));
  const at = pointersOf(old, now, "x-svc-waiter");
  const reports: Report[] = removed.map((waiter) => {
    const heir = [...added].find(
      (one) => canonicalText({ ...one, name: "" }) === canonicalText({ ...waiter, name: "" }),
    );
    const name = cut(waiter.name);
    if (heir === undefined) return { rule: "waiter-removed", old: at.old, key: name, facts: { place, name } };
    added.delete(heir);
    return { rule: "waiter-renamed", ...at, key: name, facts: { place, old: name, new: cut(heir.name) } };
  });
  for (const { name } of added)
    reports.push({ rule: "waiter-added", new: at.new, key: name, facts: { place, name: cut(name) } });
  for (const waiter of before) {
    const other = after.find(({ name }) => name === waiter.name);
    if (other === undefined || canonicalText(waiter) === canonicalText(other)) continue;
    const [was, is] = [aimOf(waiter), aimOf(other)];
    const facts = {
      place,
      name: cut(waiter.name),
      old: cut(was === is ? text(waiter) : was),
      new: cut(was === is ? text(other) : is),
    };
    reports.push({ rule: was === is ? "waiter-tuned" : "waiter-changed", ...at, key: waiter.name, facts });
  }
  return reports;
}

/** States that a waiter waits for; their order says nothing. */
function aimOf({ pointer, success, failure, successStatus, failureStatus }: WaiterDeclaration): string {
  const states = (values: readonly unknown[] | undefined) => values?.map(String).sort().join(", ") ?? "none";
  return `${String(pointer)} ${states(success)}, ${states(successStatus)}; failed: ${states(failure)}, ${states(failureStatus)}`;
}

function compareLifecycles(old: Operation, now: Operation): Report[] {
  const [before, after] = [old.lifecycle, now.lifecycle];
  if (canonicalText(before) === canonicalText(after)) return [];
  const at = pointersOf(old, now, "x-svc-lifecycle");
  const place = methodName(now);
  const end = (one: LifecycleDeclaration | undefined) => cut(one?.end ?? "nothing");
  if (before === undefined) return [{ rule: "lifecycle-added", new: at.new, facts: { place, new: end(after) } }];
  if (after === undefined) return [{ rule: "lifecycle-removed", old: at.old, facts: { place, old: end(before) } }];
  return [{ rule: "lifecycle-changed", ...at, facts: { place, old: cut(text(before)), new: cut(text(after)) } }];
}

/** The header of the key that calls are sent with. Where it comes or goes as a parameter, that is told already. */
function compareIdempotency(old: Operation, now: Operation): Report[] {
  const [before, after] = [old.idempotency, now.idempotency];
  const isToldOf = (name: string) => takesHeader(old, name) !== takesHeader(now, name);
  if (before === after || isToldOf(before ?? after ?? "")) return [];
  const at = pointersOf(old, now, "x-svc-idempotency");
  const facts = { place: methodName(now), old: cut(before ?? ""), new: cut(after ?? "") };
  if (before === undefined) return [{ rule: "idempotency-added", new: at.new, facts }];
  if (after === undefined) return [{ rule: "idempotency-removed", old: at.old, facts }];
  return [{ rule: "idempotency-changed", ...at, facts }];
}

function takesHeader({ parameters }: Operation, header: string): boolean {
  return parameters.some(({ in: at, name }) => at === "header" && name === header);
}

function pointersOf(old: Operation, now: Operation, name: string) {
  return { old: childPointer(old.pointer, name), new: childPointer(now.pointer, name) };
}

/** Links by status and name. */
function compareLinks(before: Operation, after: Operation, read: Readers): Report[] {
  const { pairs } = pairUp(before.responses, after.responses, ({ status }) => status);
  return pairs.flatMap(([old, now]) => {
    const links = pairMembers(readLinks(old.pointer, read.old), readLinks(now.pointer, read.new));
    return links.flatMap(([name, was, is]): Report[] => {
      if (canonicalText(was) === canonicalText(is)) return [];
      const at = { old: childPointer(old.pointer, "links", name), new: childPointer(now.pointer, "links", name) };
      const facts = { place: methodName(after), status: now.status, name: cut(name) };
      if (was === undefined) return [{ rule: "link-added", new: at.new, facts: { ...facts, new: targetOf(is) } }];
      if (is === undefined) return [{ rule: "link-removed", old: at.old, facts: { ...facts, old: targetOf(was) } }];
      return [{ rule: "link-changed", ...at, facts: { ...facts, old: cut(text(was)), new: cut(text(is)) } }];
    });
  });
}

function readLinks(response: string, read: ReadObject): Fields {
  const names = Object.keys(read(childPointer(response, "links")) ?? {}).filter((name) => !name.startsWith("x-"));
  return Object.fromEntries(names.map((name) => [name, read(childPointer(response, "links", name))]));
}

function targetOf(link: unknown): string {
  const { operationId, operationRef, $ref } = (link ?? {}) as Fields;
  return cut(String(operationId ?? operationRef ?? $ref ?? "an operation"));
}

/** A value as messages show it. */
export function text(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
