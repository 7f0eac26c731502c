import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const [, drawing = ""] = /```mermaid\n([\s\S]*?)```/.exec(read("docs/decisions/shape.md")) ?? [];

/** The boxes of the drawing: folders, or files, by their name. */
const boxes = Array.from(drawing.matchAll(/^ *(\w+)\["([^"<]*)/gm), ([, name = "", places = ""]) => ({
  name,
  places: places.split(", "),
}));

function boxOf(path: string): string | undefined {
  return boxes.find(({ places }) => places.some((place) => path === place || path.startsWith(`${place}/`)))?.name;
}

interface Import {
  readonly names: readonly string[];
  readonly from: string;
}

function importsOf(path: string): Import[] {
  return Array.from(
    read(path).matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]*)";/gm),
    ([, names = "", from = ""]) => ({
      names: names.split(",").map((name) => name.trim().replace(/^type /, "")),
      from,
    }),
  );
}

const entry = importsOf("engines/schema/src/index.ts");

/** The files that an import takes something of, as far as they may be in a box. */
function targetsOf({ names, from }: Import, path: string): string[] {
  if (from.startsWith(".")) return [relative(ROOT, join(ROOT, dirname(path), from))];
  if (/^@svc\/model(?:\/data)?$/.test(from)) return ["engines/model/src/index.ts"];
  if (from.startsWith("@svc/schema/")) return [`engines/schema/src/${from.slice("@svc/schema/".length)}/index.ts`];
  if (from !== "@svc/schema") return [];
  const own = entry.filter((one) => names.some((name) => one.names.includes(name)));
  return own.map((one) => join("engines/schema/src", one.from));
}

test("the drawing shows each way in which parts of the engine use others, and no other", () => {
  const arrows = Array.from(drawing.matchAll(/^ *(\w+) --> (\w+)/gm), ([, from, to]) => `${from} --> ${to}`);
  const found = new Set<string>();
  for (const path of globSync(["engines/*/src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: ROOT })) {
    const box = path.includes(".test.") || path.includes("/generated/") ? undefined : boxOf(path);
    if (box === undefined) continue;
    for (const target of importsOf(path).flatMap((one) => targetsOf(one, path))) {
      const other = boxOf(target);
      if (other !== undefined && other !== box) found.add(`${box} --> ${other}`);
    }
  }
  expect(arrows.sort()).toEqual([...found].sort());
});

test("only the dialects know by what the documents of FastAPI are told", () => {
  const known = globSync(["engines/*/src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: ROOT })
    .filter((path) => !path.includes(".test.") && !path.includes("/generated/"))
    .filter((path) => /Object\.hasOwn\([^)]*"HTTPValidationError"/.test(read(path)));
  expect(known).toEqual(["engines/schema/src/dialect.ts"]);
});
