import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyOverlay } from "@svc/codegen/workspace";
import { checkDocument, parseDocument } from "@svc/model";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../toolkit/tools.ts";
import { planBump } from "./plan-bump.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8");

function plan(edited: string, allowSameVersion = false) {
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, edited);
  return planBump({ root: ROOT, file, allowSameVersion });
}

test("the document that is here already changes nothing, however it is laid out", async () => {
  expect(await plan(`# a comment\n${text}\n`)).toMatchObject({ isChanged: false, level: "none", changeset: undefined });
});

test("content that no rule speaks of is a change all the same: under the same version it is refused", async () => {
  const edited = `${text}\nx-svc-note: changed\n`;
  await expect(plan(edited)).rejects.toThrow("as before, but the content has changed");
  expect(await plan(edited, true)).toMatchObject({ isChanged: true, level: "none", changeset: undefined });
});

test.each([
  ["", "is empty"],
  ["1".repeat(101), "is 101 characters long"],
])("a version that the next bump could not freeze is refused at once (%#)", async (version, message) => {
  const edited = text.replace(/^( {2}version:).*$/m, `$1 "${version}"`);
  await expect(plan(edited, true)).rejects.toThrow(message);
});

test("what is wrong in the new document is repaired by an overlay that a reviewer sees", async () => {
  const next = text
    .replace(/^( {2}version:).*$/m, '$1 "99.0.0"')
    .replace(/^paths:$/m, "paths:\n  /imperfect/{id}:\n    get: { responses: { '204': { description: Done } } }");
  const { files, repairs } = await plan(next);
  expect(repairs).toEqual([
    expect.stringMatching(/#\/paths\/~1imperfect~1\{id\}\/get: repaired: has no parameter "id"/),
  ]);
  const overlay = files.get("spec/overlays/repairs-99.0.0.overlay.yaml") ?? "";
  expect(overlay).toContain("$['paths']['/imperfect/{id}']['get']");
  const { document } = applyOverlay(
    parseDocument(next, "next.yaml").document,
    parseDocument(overlay, "o.yaml").document,
  );
  expect(checkDocument(document)).toEqual([]);
});
