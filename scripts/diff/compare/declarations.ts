import type { Operation } from "@svc/model";
import { createScope, type Report, type Scope } from "../collect.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { childPointer } from "../schema/pointers.ts";
import { cut } from "../schema/type-text.ts";
import { methodName } from "./operations.ts";

/** Reads the object at a pointer of a document, references followed; undefined where there is none. */
export type ReadObject = (pointer: string) => Fields | undefined;

export interface Fields {
  readonly [name: string]: unknown;
}

/** An operation in both documents, as its authors wrote it. */
interface Declared {
  readonly place: string;
  readonly old: { readonly fields: Fields; readonly pointer: string };
  readonly now: { readonly fields: Fields; readonly pointer: string };
}

/** Links, waiters and lifecycles: what operations declare beside requests and answers. */
export function compareDeclarations(
  pairs: readonly (readonly [Operation, Operation])[],
  read: { readonly old: ReadObject; readonly new: ReadObject },
): Scope[] {
  return pairs.map(([before, after]) => {
    const declared: Declared = {
      place: methodName(after),
      old: { fields: read.old(before.pointer) ?? {}, pointer: before.pointer },
      now: { fields: read.new(after.pointer) ?? {}, pointer: after.pointer },
    };
    return createScope(after.id, [
      ...compareWaiters(declared),
      ...compareLifecycles(declared),
      ...before.responses.flatMap((response) => {
        const other = after.responses.find(({ status }) => status === response.status);
        if (other === undefined) return [];
        const links = (at: string, side: ReadObject) => ({ fields: readLinks(at, side), pointer: at });
        return compareLinks({
          ...{ place: declared.place, status: response.status },
          old: links(response.pointer, read.old),
          now: links(other.pointer, read.new),
        });
      }),
    ]);
  });
}

interface Waiter extends Fields {
  readonly name: string;
}

function waitersOf({ fields }: Declared["old"]): Waiter[] {
  const declared = fields["x-svc-waiter"];
  const all: readonly unknown[] = Array.isArray(declared) ? declared : [declared];
  return all.filter((one): one is Waiter => typeof (one as Waiter | undefined)?.name === "string");
}

/** Waiters by name; one that differs in nothing else was renamed. */
function compareWaiters({ place, old, now }: Declared): Report[] {
  const [before, after] = [waitersOf(old), waitersOf(now)];
  const removed = before.filter(({ name }) => !after.some((one) => one.name === name));
  const added = new Set(after.filter(({ name }) => !before.some((one) => one.name === name)));
  const at = { old: childPointer(old.pointer, "x-svc-waiter"), new: childPointer(now.pointer, "x-svc-waiter") };
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

/** What a waiter waits for. The order of states says nothing. */
function aimOf({ pointer, success, failure, successStatus, failureStatus }: Waiter): string {
  const states = (value: unknown) => (Array.isArray(value) ? value.map(String).sort().join(", ") : "none");
  return `${String(pointer)} ${states(success)}, ${states(successStatus)}; failed: ${states(failure)}, ${states(failureStatus)}`;
}

function compareLifecycles({ place, old, now }: Declared): Report[] {
  const [before, after] = [old, now].map(({ fields }) => fields["x-svc-lifecycle"] as Fields | undefined);
  if (canonicalText(before) === canonicalText(after)) return [];
  const at = { old: childPointer(old.pointer, "x-svc-lifecycle"), new: childPointer(now.pointer, "x-svc-lifecycle") };
  const end = (one: Fields | undefined) => cut(String(one?.["end"] ?? "nothing"));
  if (before === undefined) return [{ rule: "lifecycle-added", new: at.new, facts: { place, new: end(after) } }];
  if (after === undefined) return [{ rule: "lifecycle-removed", old: at.old, facts: { place, old: end(before) } }];
  return [{ rule: "lifecycle-changed", ...at, facts: { place, old: cut(text(before)), new: cut(text(after)) } }];
}

function compareLinks({ place, status, old, now }: Declared & { readonly status: string }): Report[] {
  return [...new Set([...Object.keys(old.fields), ...Object.keys(now.fields)])].flatMap((name): Report[] => {
    const [before, after] = [old, now].map(({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
    if (canonicalText(before) === canonicalText(after)) return [];
    const at = { old: childPointer(old.pointer, "links", name), new: childPointer(now.pointer, "links", name) };
    const facts = { place, status, name: cut(name), old: cut(text(before)), new: cut(text(after)) };
    if (before === undefined) return [{ rule: "link-added", new: at.new, facts: { ...facts, new: targetOf(after) } }];
    if (after === undefined) return [{ rule: "link-removed", old: at.old, facts: { ...facts, old: targetOf(before) } }];
    return [{ rule: "link-changed", ...at, facts }];
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

function text(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
