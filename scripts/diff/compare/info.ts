import type { Model } from "@svc/model";
import type { Scope } from "../collect.ts";
import { cut } from "../schema/type-text.ts";

/** Title, version, prose, constant headers and open questions of the document. */
export function compareInfo(old: Model, now: Model, scope: Scope): void {
  const changed = (rule: "version-changed" | "openapi-changed", pointer: string, before: string, after: string) => {
    if (before !== after)
      scope.reports.push({ rule, old: pointer, new: pointer, facts: { old: cut(before), new: cut(after) } });
  };
  changed("version-changed", "/info/version", old.version, now.version);
  changed("openapi-changed", "/openapi", old.openapi, now.openapi);
  describe(scope, { what: "title", place: "the document", pointer: "/info/title" }, old.title, now.title);
  describe(
    scope,
    { what: "description", place: "the document", pointer: "/info/description" },
    old.description,
    now.description,
  );
  compareTags(old, now, scope);
  compareRequestHeaders(old, now, scope);
  compareUnknowns(old, now, scope);
}

/** Reports prose that changed. */
export function describe(
  scope: Scope,
  at: { readonly what: string; readonly place: string; readonly pointer: string; readonly pointerOld?: string },
  old: string | undefined,
  now: string | undefined,
): void {
  if ((old ?? "") === (now ?? "")) return;
  scope.reports.push({
    rule: "description-changed",
    old: at.pointerOld ?? at.pointer,
    new: at.pointer,
    key: at.what,
    facts: { what: at.what, place: at.place },
  });
}

function compareTags(old: Model, now: Model, scope: Scope): void {
  const before = new Map(old.tags.map((tag) => [tag.name, tag.description]));
  for (const [index, { name, description }] of now.tags.entries())
    if (before.has(name))
      describe(
        scope,
        { what: "description", place: `tag \`${cut(name)}\``, pointer: `/tags/${index}` },
        before.get(name),
        description,
      );
}

function compareRequestHeaders(old: Model, now: Model, scope: Scope): void {
  const text = (headers: Model["requestHeaders"]) =>
    Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort()
      .join(", ");
  const [before, after] = [text(old.requestHeaders), text(now.requestHeaders)];
  if (before === after) return;
  const pointer = "/x-svc-request-headers";
  const facts = { old: cut(before || "nothing"), new: cut(after || "nothing") };
  scope.reports.push({ rule: "request-headers-changed", old: pointer, new: pointer, facts });
}

function compareUnknowns(old: Model, now: Model, scope: Scope): void {
  const list = ({ unknowns }: Model) =>
    unknowns.flatMap(({ pointer, notShown }) => notShown.map((text) => ({ pointer, text, key: `${pointer} ${text}` })));
  const [before, after] = [list(old), list(now)];
  const keys = { old: new Set(before.map(({ key }) => key)), new: new Set(after.map(({ key }) => key)) };
  for (const { pointer, text, key } of before)
    if (!keys.new.has(key))
      scope.reports.push({ rule: "unknown-settled", old: pointer, key: text, facts: { old: cut(text) } });
  for (const { pointer, text, key } of after)
    if (!keys.old.has(key))
      scope.reports.push({ rule: "unknown-added", new: pointer, key: text, facts: { new: cut(text) } });
}
