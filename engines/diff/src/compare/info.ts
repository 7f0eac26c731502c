import type { Model, Operation } from "@svc/model";
import type { Report } from "../collect.ts";
import { cut } from "../schema/type-text.ts";

/** Title, version, prose and constant headers of the document. */
export function compareInfo(old: Model, now: Model): Report[] {
  const changed = (
    rule: "version-changed" | "openapi-changed",
    pointer: string,
    before: string,
    after: string,
  ): Report[] =>
    before === after ? [] : [{ rule, old: pointer, new: pointer, facts: { old: cut(before), new: cut(after) } }];
  const prose = (what: "title" | "description") =>
    describe({ what, place: "the document", pointer: `/info/${what}` }, old[what], now[what]);
  return [
    ...changed("version-changed", "/info/version", old.version, now.version),
    ...changed("openapi-changed", "/openapi", old.openapi, now.openapi),
    ...prose("title"),
    ...prose("description"),
    ...compareTags(old, now),
    ...compareRequestHeaders(old, now),
  ];
}

/** A report of prose that changed; none where it did not. */
export function describe(
  at: { readonly what: string; readonly place: string; readonly pointer: string; readonly pointerOld?: string },
  old: string | undefined,
  now: string | undefined,
): Report[] {
  if ((old ?? "") === (now ?? "")) return [];
  const { what, place, pointer, pointerOld = pointer } = at;
  return [{ rule: "description-changed", old: pointerOld, new: pointer, key: what, facts: { what, place } }];
}

/** An object with prose, and where it stands. */
type Described = Pick<Operation, "pointer" | "summary" | "description">;

/** Reports of the prose of an object in both documents that changed. */
export function describeBoth(place: string, old: Described, now: Described): Report[] {
  return (["summary", "description"] as const).flatMap((what) =>
    describe({ what, place, pointer: now.pointer, pointerOld: old.pointer }, old[what], now[what]),
  );
}

function compareTags(old: Model, now: Model): Report[] {
  const before = new Map(old.tags.map((tag) => [tag.name, tag]));
  return now.tags.flatMap((tag, index) => {
    const [former, place] = [before.get(tag.name), `tag \`${cut(tag.name)}\``];
    if (former === undefined) return [];
    return (["summary", "description", "parent"] as const).flatMap((what) =>
      describe({ what, place, pointer: `/tags/${index}` }, former[what], tag[what]),
    );
  });
}

function compareRequestHeaders(old: Model, now: Model): Report[] {
  const text = (headers: Model["requestHeaders"]) =>
    Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort()
      .join(", ");
  const [before, after] = [text(old.requestHeaders), text(now.requestHeaders)];
  if (before === after) return [];
  const pointer = "/x-svc-request-headers";
  const facts = { old: cut(before || "none"), new: cut(after || "none") };
  return [{ rule: "request-headers-changed", old: pointer, new: pointer, facts }];
}
