import { createModel, readDocument } from "@svc/model";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { resourcesOverlay } from "./resources-overlay.ts";

test("the overlay of a document's resources applies to it, and declares each with its reasons", () => {
  const { document } = readDocument(readForeignDocument("train-travel"), "train-travel.json");
  const text = resourcesOverlay(createModel(document));
  expect(text).toContain('  # bookings.list lists: GET of a list in "data"');
  const { document: declared, unmatched } = applyOverlay(document, parse(text));
  expect(unmatched).toEqual([]);
  expect(createModel(declared).resources).toEqual({ "/bookings": { kind: "collection", id: "id" } });
});
