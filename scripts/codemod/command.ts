import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Change } from "@svc/diff";
import { diffDocuments } from "@svc/diff";
import { parseDocument } from "@svc/model";
import { defineCommand, UsageError } from "../toolkit/command.ts";
import { ROOT } from "../toolkit/tools.ts";
import { findMentions } from "./find-mentions.ts";
import { findRenames, type Rename } from "./find-renames.ts";
import { oldNames } from "./old-names.ts";
import { listCode, listTexts, readProgram } from "./read-program.ts";
import { rewrite, type Watched } from "./rewrite.ts";

export const codemod = defineCommand({
  operands: ["FROM", "TO", "[PATHS ...]"],
  options: { "dry-run": { type: "boolean", text: "say what would be rewritten, and write nothing" } },
  description: `Rewrites code that was written against the packages of document FROM for those of document TO: renamed methods, parameters,
properties, types, builders and operation ids, found by their types and not by their spelling alone. What it cannot rewrite it lists with the
line of the changelog: uses of what is gone, and old names in comments, texts, Markdown and other files that no type explains. PATHS are
files and folders; run it before the packages are updated.`,
  async run({ values, operands: [from = "", to = "", ...paths] }) {
    if (paths.length === 0) throw new UsageError("Expected FROM TO PATHS, and there are no paths.");
    const [old, now] = [from, to].map((file) => parseDocument(readFileSync(file, "utf8"), file)) as [Parsed, Parsed];
    const { changes, ...models } = diffDocuments(old, now);
    const renames = findRenames(models.old, models.new, changes);
    const files = listCode(paths);
    const texts = listTexts(paths);
    const watched = watchedOf(changes, renames, models.old);
    const names = oldNames(renames, watched, models.new);
    const { files: rewritten, count, ...typed } = rewrite(readProgram(files, ROOT), { files, renames, watched, names });
    const mentioned = texts.flatMap((file) =>
      findMentions(readFileSync(file, "utf8"), names).map((mention) => ({ file, ...mention })),
    );
    const left = [...typed.left, ...mentioned];
    for (const { kind, path, to: name } of renames) console.log(`${kind} ${path.join(".")} → ${name}`);
    for (const [file, text] of rewritten) {
      console.log(`rewritten: ${relative(process.cwd(), file)}`);
      if (!values["dry-run"]) writeFileSync(file, text);
    }
    for (const { file, line, text, message } of left)
      console.log(
        `left: ${relative(process.cwd(), file)}:${line}: ${text.replaceAll(/\s+/g, " ").slice(0, 60)}: ${message}`,
      );
    console.log(
      `${count} names in ${rewritten.size} of ${files.length + texts.length} files${values["dry-run"] ? " would be" : ""} rewritten, ${left.length} places left`,
    );
    return 0;
  },
});

type Parsed = ReturnType<typeof parseDocument>;

/** Breaking changes that are no renames: uses of them are listed with the line of the changelog. */
export function watchedOf(
  changes: readonly Change[],
  renames: readonly Rename[],
  old: ReturnType<typeof diffDocuments>["old"],
): Watched[] {
  const settled = new Set(renames.map(({ pointer }) => pointer));
  return changes.flatMap(({ level, rule, pointer, pointerOld = pointer, message, operations }): Watched[] => {
    if (level !== "major" || settled.has(pointerOld)) return [];
    const property = /^\/components\/schemas\/([^/]+)\/properties\/([^/]+)/.exec(pointerOld);
    if (property !== null) {
      const isGone = rule === "property-removed" && { isGone: "member" as const };
      return [{ path: ["components", "schemas", property[1] ?? "", property[2] ?? ""], message, ...isGone }];
    }
    // A change of a shared schema reaches too many calls to be of use at each.
    if (!pointerOld.startsWith("/paths/")) return [];
    return operations.flatMap((id) => {
      const name = old.operations.find((operation) => operation.id === id)?.name;
      const isGone = rule === "operation-removed" && { isGone: "method" as const };
      return name === undefined ? [] : [{ path: name, message, ...isGone }];
    });
  });
}
