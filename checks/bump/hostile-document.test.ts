import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createModel, describeRepair, parseDocument, type Repair } from "@svc/model";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { HOSTILE_OPERATIONS, hostileDocument } from "./hostile-document.ts";

test("the hostile document has all that it promises, and can be read with repairs only", () => {
  const text = hostileDocument(readFileSync(join(ROOT, "engines/model/fixtures/service.yaml"), "utf8"));
  const repairs: Repair[] = [];
  const { document } = parseDocument(text, "hostile.yaml");
  const model = createModel(document, { file: "hostile.yaml", onRepair: (repair) => void repairs.push(repair) });
  expect(model.operations.length).toBeGreaterThanOrEqual(HOSTILE_OPERATIONS);
  const told = repairs.map(describeRepair).join("\n");
  expect(told).toContain('"act_id"');
  expect(told).toContain('"act"');
  expect(model.webhooks).toHaveLength(2);
  expect(model.callbacks).toMatchObject([{ name: "done", operation: "acts_run" }]);
  const streams = model.operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  expect(streams.some(({ stream }) => stream !== undefined)).toBe(true);
});
