import { expect, test } from "vitest";
import { checkLinks } from "./links.ts";

const check = (pages: { readonly [file: string]: string }, others: readonly string[] = [], base = "/") =>
  checkLinks({ html: new Map(Object.entries(pages)), files: new Set([...Object.keys(pages), ...others]), base });

test("links to pages, folders, anchors and images are followed", () => {
  const report = check(
    {
      "index.html": '<a href="/a/">a</a><a href="a/b.html#c">b</a><img src="/x.svg"><a href="#top">t</a><p id="top">',
      "a/index.html": '<a href="../index.html?q#top">up</a>',
      "a/b.html": '<h2 id="c">c</h2>',
    },
    ["x.svg"],
  );
  expect(report).toEqual({ findings: [], links: 4, anchors: 3, images: 1, external: 0 });
});

test("a link to nothing, an anchor that is not there and a missing image are found", () => {
  const { findings } = check({ "index.html": '<a href="/no.html"></a><a href="#no"></a><img src="no.png">' });
  expect(findings).toEqual([
    "index.html: /no.html: leads nowhere",
    "index.html: #no: has no such anchor",
    "index.html: no.png: leads nowhere",
  ]);
});

test("addresses of other hosts are only looked at for their form", () => {
  const { findings, external } = check({
    "index.html": '<a href="https://a.example/x#y"></a><a href="https://a b/"></a>',
  });
  expect(findings).toEqual(["index.html: https://a b/: is no well-formed address"]);
  expect(external).toBe(2);
});

test("absolute links lie below the base", () => {
  const page = '<a href="/docs/index.html"></a><a href="/index.html"></a>';
  expect(check({ "index.html": page }, [], "/docs/").findings).toEqual(["index.html: /index.html: leads nowhere"]);
});

test("entities and percent signs in addresses are read", () => {
  const page = '<a href="/a&amp;b/%40c.html#d%C3%A9"></a>';
  expect(check({ "index.html": page, "a&b/@c.html": '<p id="dé">' }).findings).toEqual([]);
});
