import { diffDocuments, PLAIN, printTree } from "@svc/diff";
import { documentsOf } from "@svc/diff/test-support/policy-case";
import { POLICY } from "@svc/diff/test-support/policy-cases";
import { createModel, parseDocument, plainToken } from "@svc/model";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { writeChangeset } from "./changeset.ts";
import { createLineFinder, createMethodFinder } from "./line-finder.ts";

/** Both documents of a row as people have them: in files, with lines. */
function filesOf(row: Parameters<typeof documentsOf>[0], isBack: boolean) {
  const { old, now } = documentsOf(row);
  const [before, after] = (isBack ? [now, old] : [old, now]).map((document) => stringify(document));
  return {
    texts: { old: `${before}`, new: `${after}` },
    old: parseDocument(`${before}`, "old.yaml"),
    new: parseDocument(`${after}`, "new.yaml"),
  };
}

describe.for(POLICY)("what a bump says of %s", ([, cases]) => {
  const rows = cases.flatMap((row) => [false, true].map((isBack) => ({ ...row, isBack })));

  test.for(rows)("$row (back: $isBack) is so", (row) => {
    const { texts, ...documents } = filesOf(row, row.isBack);
    const difference = diffDocuments(documents.old, documents.new);
    const { changes, level, old, new: now } = difference;
    // The counts of the head are those of the changes.
    const counts = ["major", "minor", "patch"].flatMap((one) => {
      const { length } = changes.filter((change) => change.level === one);
      return length === 0 ? [] : [`${length} ${one}`];
    });
    expect(printTree(difference, PLAIN).split("\n")[0]).toBe(`level: ${level} (${counts.join(", ")})`);
    const lineOf = createLineFinder(documents);
    const methodOf = createMethodFinder(now, old);
    const names = new Set(
      [now, old].flatMap((model) => [
        ...model.operations.map(({ id }) => id),
        ...[...(model.webhooks ?? []), ...(model.callbacks ?? [])].map(({ name }) => name),
      ]),
    );
    for (const change of changes) {
      // The line has the key that the pointer ends with, or is that of an item or of the whole document.
      const found = lineOf(change);
      expect(found, change.id).toBeDefined();
      const lines = texts[found?.isOld === true ? "old" : "new"].split("\n");
      const key = plainToken(change.pointer.split("/").at(-1) ?? "");
      const near = lines.slice(Math.max(0, (found?.line ?? 0) - 2), found?.line).join("\n");
      if (!/^\d?$/.test(key)) expect(near, `${change.id}, line ${found?.line}`).toContain(key);
      // Each operation that is named is in one of the documents, and has a method.
      for (const id of change.operations) {
        const [, event] = /^(?:webhook|callback) (\S+)/.exec(id) ?? [];
        expect(names, change.id).toContain(event ?? id);
        if (event === undefined) expect(methodOf(id), id).toBeDefined();
      }
      // A document that does not have the place does not get it ascribed.
      const holder = found?.isOld === true ? documents.old : documents.new;
      expect(holder.positionOf(change.pointer), change.id).toBeDefined();
    }
    // The changelog tells of each change what it is about, and has a line for it.
    const from = { from: old.version, to: now.version, packages: ["p"], lineOf, methodOf };
    const log = level === "none" ? "" : writeChangeset({ ...from, level, changes });
    for (const change of changes) {
      const [, name = ""] = /`([^`]+)`/.exec(change.message) ?? [];
      const member = /(?:\["[^"]*"\]|[^.\s[\]"]+(?:\[number\])*)$/.exec(name)?.[0] ?? name;
      expect(log.replaceAll("\\", ""), change.id).toContain(member.replace(/^\[.*/, ""));
      expect(log).toContain(`line ${lineOf(change)?.line}`);
    }
    expect(createModel(documents.new.document).operations.length).toBe(now.operations.length);
  });
});
