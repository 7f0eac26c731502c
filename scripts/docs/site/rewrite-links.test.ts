import { expect, test } from "vitest";
import { rewriteLinks, type Targets, withoutRootLinks } from "./rewrite-links.ts";

const TARGETS: Targets = {
  bySource: new Map([
    ["spec/UNKNOWNS.md", "unknowns.md"],
    ["docs/guides/errors.md", "guides/errors.md"],
    ["examples/a/README.md", "examples/a.md"],
  ]),
  pages: new Set(["unknowns.md", "guides/errors.md", "guides/start.md", "examples/a.md", "operations/health_get.md"]),
  isFile: (path) => path === "spec/openapi.yaml",
};
const rewrite = (markdown: string) =>
  rewriteLinks({ path: "guides/start.md", source: "docs/guides/start.md", markdown }, TARGETS);

test("links between files of the checkout become links between pages", () => {
  const { markdown } = rewrite(
    "[a](./errors.md#x) [b](../../spec/UNKNOWNS.md) [c](../../examples/a) [d](../../examples/a/)",
  );
  expect(markdown).toBe("[a](./errors.md#x) [b](../unknowns.md) [c](../examples/a.md) [d](../examples/a.md)");
});

test("links that are written for the site stay", () => {
  expect(rewrite("[a](../operations/health_get.md)").markdown).toBe("[a](../operations/health_get.md)");
});

test("a file that is no page comes along", () => {
  const { markdown, files } = rewrite("[a](../../spec/openapi.yaml)");
  expect(markdown).toBe("[a](/files/spec/openapi.yaml)");
  expect(files).toEqual(["spec/openapi.yaml"]);
});

test("code, anchors, other hosts, and links to nothing are left alone", () => {
  const markdown = "[a](#b) [c](https://d.example) [e](./no.md)\n\n```md\n[a](../../spec/UNKNOWNS.md)\n```\n";
  expect(rewrite(markdown)).toEqual({ markdown, files: [] });
});

test("links of the document into the site of its authors are text in the API reference, others are as before", () => {
  const others = "[c](./d.md) [e](https://f.example/g) ![h](/plots/i.svg)\n\n```md\n[a](/b)\n```\n";
  expect(withoutRootLinks(`a [custom flow](/docs/flows#x) and [b](/ "title"). ${others}`)).toBe(
    `a custom flow and b. ${others}`,
  );
});
