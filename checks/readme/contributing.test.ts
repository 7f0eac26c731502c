import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/toolkit/tools.ts";

const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const [, section = ""] = /^## Where to begin\n([\s\S]*?)^## /m.exec(text) ?? [];
const SOURCES = "{packages,engines,scripts,checks,docs}/*/{src,test}";

test.each([...section.matchAll(/`([\w*-][\w*./-]*\.tsx?|[\w-]+\/[\w/.-]+)`/g)].map(([, name = ""]) => name))(
  "CONTRIBUTING sends nobody to a file that is gone: %s",
  (name) => {
    const places = [name, `${SOURCES}/**/${name}`];
    expect(globSync(places, { cwd: ROOT }).length, name).toBeGreaterThan(0);
  },
);

test("functions that CONTRIBUTING names are in the file before them", () => {
  const named = [...section.matchAll(/`([\w./-]+\.tsx?)`: ((?:`\w+`(?:, )?)+)/g)];
  expect(named.length).toBeGreaterThan(5);
  for (const [, file = "", names = ""] of named) {
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const [, name = ""] of names.matchAll(/`(\w+)`/g)) expect(source, file).toContain(name);
  }
});
