import { childPointer, type Model, type NamedSchema } from "@svc/model";
import { createScope, type Report, type Scope } from "../collect.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { own } from "../schema/side.ts";
import { cut } from "../schema/type-text.ts";

/** Traits that named schemas declare for their builders (`x-svc-traits`). A schema that is gone is told already. */
export function compareTraits(old: Model, now: Model): Scope {
  const reports = Object.values(old.schemas).flatMap((before) => {
    const after = own(now.schemas, before.wireName);
    return after === undefined ? [] : compareOne(before, after);
  });
  return createScope(undefined, reports);
}

function compareOne(old: NamedSchema, now: NamedSchema): Report[] {
  const [before, after] = [old, now].map(({ schema }) => schema["x-svc-traits"] ?? {});
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((name): Report[] => {
    const [was, is] = [own(before ?? {}, name), own(after ?? {}, name)];
    if (canonicalText(was) === canonicalText(is)) return [];
    const at = (holder: NamedSchema): string => childPointer(holder.pointer, "x-svc-traits", name);
    const facts = { place: `build.${now.builderName}.${cut(name)}` };
    if (was === undefined) return [{ rule: "trait-added", new: at(now), facts }];
    if (is === undefined) return [{ rule: "trait-removed", old: at(old), facts }];
    const [from, to] = [was, is].map((values) => cut(JSON.stringify(values)));
    return [{ rule: "trait-changed", old: at(old), new: at(now), facts: { ...facts, old: `${from}`, new: `${to}` } }];
  });
}
