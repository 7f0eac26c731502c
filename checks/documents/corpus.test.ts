import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emitTree } from "@svc/codegen/workspace";
import { formatRepair, type Repair } from "@svc/model";
import { expect, test } from "vitest";

/** Small documents, each with a mistake that published documents have, and `NAME.repairs.txt`: how it is told. */
const CORPUS = join(import.meta.dirname, "corpus");
const documents = readdirSync(CORPUS).filter((name) => /\.(?:json|yaml)$/.test(name));

test.each(documents)("%s is generated, told as reviewed, and needs no repair once it is overlaid", async (name) => {
  const text = readFileSync(join(CORPUS, name), "utf8");
  // No file lies beside them.
  const readFile = (): undefined => undefined;
  const repairs: Repair[] = [];
  const files = emitTree(text, name, { readFile, onRepair: (repair) => repairs.push(repair) });
  const told = repairs.map((repair) => `${formatRepair(repair)}\n`).join("");
  await expect(told).toMatchFileSnapshot(`corpus/${name}.repairs.txt`);

  const overlay = files.get("repairs.overlay.yaml");
  expect(overlay !== undefined).toBe(repairs.length > 0);
  if (overlay === undefined) return;
  expect(() => emitTree(text, name, { readFile, strict: true })).toThrow();
  const strict = emitTree(text, name, { readFile, strict: true, overlays: [{ file: "repairs.yaml", text: overlay }] });
  const others = (all: typeof files) => [...all].filter(([path]) => path !== "repairs.overlay.yaml");
  expect(others(strict)).toEqual(others(files));
});
