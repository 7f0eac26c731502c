import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { standAlone, withFile } from "./readme-links.ts";

const packages = new Map([["packages/b", "@x/b"]]);

test.each([
  ["[guide](../../docs/a.md#part)", "guide", "[guide](https://host.example/r/blob/main/docs/a.md#part)"],
  [
    "[`b`](../b/README.md) and [b](../b)",
    "[`b`](https://www.npmjs.com/package/@x/b) and [b](https://www.npmjs.com/package/@x/b)",
    "[`b`](https://www.npmjs.com/package/@x/b) and [b](https://www.npmjs.com/package/@x/b)",
  ],
  ["[out](https://a.example/b) [here](#c)", undefined, undefined],
  ["```ts\na[0](b)\n```", undefined, undefined],
])("%s", (markdown, without = markdown, within = markdown) => {
  const folder = "packages/a";
  expect(standAlone(markdown, { folder, packages, repository: undefined })).toBe(without);
  expect(standAlone(markdown, { folder, packages, repository: "https://host.example/r" })).toBe(within);
});

test("one file of a packed package is exchanged, the others stay", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-readme-"));
  try {
    mkdirSync(join(folder, "package"));
    writeFileSync(join(folder, "package/README.md"), "short");
    writeFileSync(join(folder, "package/z.txt"), "z".repeat(2000));
    const packed = join(folder, "p.tgz");
    execFileSync("tar", ["-czf", packed, "-C", folder, "package/README.md", "package/z.txt"]);
    const text = "long, ü ".repeat(200);
    writeFileSync(
      packed,
      withFile(readFileSync(packed), "README.md", (before) => before + text),
    );
    execFileSync("tar", ["-xzf", packed, "-C", folder]);
    expect(readFileSync(join(folder, "package/README.md"), "utf8")).toBe(`short${text}`);
    expect(readFileSync(join(folder, "package/z.txt"), "utf8")).toBe("z".repeat(2000));
    expect(() => withFile(readFileSync(packed), "none.md", String)).toThrow("none.md is not in the package");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
