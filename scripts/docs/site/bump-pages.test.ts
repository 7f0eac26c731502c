import { writeChangeset } from "@svc/codegen/bump";
import { copyOf, petDocument } from "@svc/diff/test-support/pet-document";
import { diff } from "@svc/diff/test-support/policy-case";
import { expect, test } from "vitest";
import { PACKAGES } from "../../bump/own-repository.ts";
import { bumpPages } from "./bump-pages.ts";
import { changelogPage } from "./changelog.ts";

/** The changeset of a bump in which a parameter becomes required and a property may be null. */
function changeset(from: string, to: string): string {
  const [old, now] = [petDocument(), copyOf(petDocument())];
  now.paths["/pets"].get.parameters[0].required = true;
  now.components.schemas.Pet.properties.name.type = ["string", "null"];
  const { changes } = diff(old, now);
  return writeChangeset({
    from,
    to,
    level: "major",
    changes,
    lineOf: () => ({ line: 7, isOld: false }),
    packages: PACKAGES,
    names: { client: "svc", types: "@svc/types" },
  });
}

/** A changelog as releases write it, with that entry between two others. */
function changelog(text: string): string {
  const [first, ...rest] = text
    .replace(/^---\n[\s\S]*?\n---\n\n/, "")
    .trim()
    .split("\n");
  const entry = [`- 0a1b2c3: ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  return `# @svc/spec\n\n## 2.0.0\n\n### Major Changes\n\n- ffffff1: One.\n${entry}\n- ffffff2: Two.\n\n## 1.0.0\n\nFirst.\n`;
}

test("a bump that is not released has a page with the code before and after", () => {
  const [page, ...others] = bumpPages({ released: [], pending: [changeset("1.0.0", "1.1.0"), "---\n---\n\nOther.\n"] });
  expect(others).toEqual([]);
  expect(page?.path).toBe("changes/1.0.0-to-1.1.0.md");
  const text = page?.markdown ?? "";
  expect(text).toContain(
    "# The service's document `1.1.0`\n\nWhat changed for users since version `1.0.0`. Not released yet. Entries: 2 breaking.\n",
  );
  expect(text).toContain("\n## Breaking\n\n- ");
  expect(text).toContain(
    "  - In code:\n    ```diff\n    - svc.pets.list(…)\n    + svc.pets.list(…, { limit })\n    ```\n",
  );
  expect(text).toMatch(/- use\(pet\.name\)\n {4}\+ if \(pet\.name !== null\) use\(pet\.name\)/);
  expect(text).not.toContain("Before:");
  expect(text).toContain("`/components/schemas/Pet/properties/name`\n");
  expect(text).not.toMatch(/line 7/);
});

test("a bump that is released has the same page, with the version that it came in, once for all packages", () => {
  const pending = changeset("1.0.0", "1.1.0");
  const released = ["spec", "client"].map((name) => ({ name: `@svc/${name}`, text: changelog(pending) }));
  const [page, ...others] = bumpPages({ released, pending: [] });
  const [same] = bumpPages({ released: [], pending: [pending] });
  expect(others).toEqual([]);
  expect(page?.markdown).toBe(same?.markdown.replace("Not released yet.", "In version 2.0.0 of the packages."));
  expect(page?.markdown).not.toMatch(/One\.|Two\.|First\./);
});

test("bumps between the same versions have pages of their own, and the changelog leads to each", () => {
  const pending = [changeset("1.0.0", "1/1"), changeset("1.0.0", "1/1")];
  const bumps = bumpPages({ released: [], pending });
  const paths = bumps.map(({ path }) => path);
  expect(paths).toEqual(["changes/1.0.0-to-1-1.md", "changes/1.0.0-to-1-1-2.md"]);
  const page = changelogPage({ released: [], pending }, bumps);
  for (const path of paths) expect(page).toContain(`](./${path})`);
});
