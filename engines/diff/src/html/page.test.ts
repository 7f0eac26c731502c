import { readdirSync, readFileSync } from "node:fs";
import { DocumentError, parseDocument } from "@svc/model";
import { expect, test } from "vitest";
import { petDocument } from "../../test/support/pet-document.ts";
import { diffDocuments } from "../diff-documents.ts";
import { differencePage } from "./page.ts";

type PetDocument = ReturnType<typeof petDocument>;

const HOSTILE = new URL("../../../model/fixtures/hostile-own/", import.meta.url);

function page(old: unknown, now: unknown, from = "1", to = "2"): string {
  const difference = diffDocuments({ document: old, file: "old" }, { document: now, file: "new" });
  return differencePage({ ...difference, from, to, lineOf: (side) => (side === "old" ? 7 : 9) });
}

function edited(edit: (document: PetDocument) => void): PetDocument {
  const document = petDocument();
  edit(document);
  return document;
}

/** Tags that a page has, with their attributes' names. */
function tagsOf(text: string): string[] {
  const tags = text.replace(/<style>.*<\/style>/s, "").matchAll(/<([a-z!/][^>]*)>/gi);
  return [...new Set([...tags].map(([, tag = ""]) => tag.replaceAll(/="[^"]*"/g, "=")))].sort();
}

test("a change is shown with its types, its meaning on the wire, whom it hurts, what to do, and both places", () => {
  const text = page(
    petDocument(),
    edited((d) => {
      d.components.schemas.Pet.properties["name"] = { type: ["string", "null"] };
    }),
  );
  expect(text).toContain('<code class="from">string</code> → <code class="to">string | null</code>');
  expect(text).toContain("<dt>On the wire</dt><dd>response: <code>null</code> may come.</dd>");
  expect(text).toContain("<dt>Hurts</dt><dd>compile</dd>");
  expect(text).toContain("<dt>What to do</dt><dd>Handle <code>null</code>");
  expect(text).toContain("<code>#/components/schemas/Pet/properties/name</code>, line 7");
  expect(text).toContain('<span class="badge major">major</span>');
});

test("a page asks for nothing from elsewhere and runs nothing", () => {
  const text = page(
    petDocument(),
    edited((d) => {
      d.components.schemas.Pet.description = "see https://evil.example";
    }),
  );
  expect(text).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(text).not.toMatch(/<script|<img|<link|\ssrc=|\shref=|url\(|@import/i);
});

test("text of a document adds no tag, no attribute and no invisible character", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=y>' {{x}} & &lt; \u202e\u0000`;
  const plain = page(
    petDocument(),
    edited((d) => {
      d.components.schemas.Pet.properties["added"] = { type: "string", enum: ["a"] };
    }),
  );
  const text = page(
    petDocument(),
    edited((d) => {
      d.components.schemas.Pet.properties[evil] = { type: "string", enum: [evil] };
    }),
    evil,
    evil,
  );
  expect(tagsOf(text)).toEqual(tagsOf(plain));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test("pages of the hostile documents have no tag but the page's own", () => {
  const known = new Set([
    ...tagsOf(page(petDocument(), petDocument())),
    ...tagsOf(
      page(
        petDocument(),
        edited((d) => void delete d.paths["/pets/{petId}"]),
      ),
    ),
  ]);
  let shown = 0;
  for (const name of readdirSync(HOSTILE)) {
    try {
      const { document } = parseDocument(readFileSync(new URL(name, HOSTILE), "utf8"), name);
      const text = page(petDocument(), document);
      shown++;
      expect(tagsOf(text).filter((tag) => !known.has(tag) && !/^(?:code|small|dt|dd)/.test(tag))).toEqual([]);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
  }
  expect(shown).toBeGreaterThan(0);
});
