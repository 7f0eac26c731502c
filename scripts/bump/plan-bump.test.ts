import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../shared/tools.ts";
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
