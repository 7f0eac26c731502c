import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { fromSource, generateSdk } from "../from-source.ts";
import type { IteratedLists } from "./iterate-lists.ts";
import type { Outcome } from "./program.ts";
import type { Vendor } from "./vendors.ts";

const HERE = import.meta.dirname;
const HEAP = "--max-old-space-size=2000";

/** Calls of a vendor's client at the fake of the vendor's document, of which an SDK was generated. */
export async function runAtFake({ name }: Vendor, sdk: string): Promise<readonly Outcome[]> {
  const results = join(workFolder(), `${name}.results`);
  rmSync(results, { force: true });
  const command = fromSource(HEAP, join(HERE, "child.ts"), join(HERE, "test", `${name}.js`), sdk, results);
  const { output } = await runCommand(command, { cwd: HERE, timeoutMs: 150_000 });
  if (!existsSync(results)) throw new Error(`The program of ${name} did not come to its end:\n${output}`);
  return JSON.parse(readFileSync(results, "utf8")) as readonly Outcome[];
}

/** Iterates over the document's lists by the generated client, at the fake of the same SDK. */
export async function iterateAtFake(sdk: string): Promise<IteratedLists> {
  const command = fromSource(HEAP, join(HERE, "iterate-lists.ts"), sdk);
  const { code, output } = await runCommand(command, { cwd: HERE, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`The lists of ${sdk} were not iterated to the end:\n${output}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as IteratedLists;
}

/** Generates the SDK from this checkout; returns its folder. */
export async function sdkOf(vendor: Vendor): Promise<string> {
  const out = join(workFolder(), "sdk", vendor.name);
  // What is there may be from before a change of the generator.
  rmSync(out, { recursive: true, force: true });
  await generateSdk({ spec: writeDocument(vendor), out, name: vendor.name, cwd: workFolder() });
  return out;
}

/** Unpacks the document; returns its file. */
function writeDocument({ document }: Vendor): string {
  const file = join(workFolder(), document);
  const packed = join(HERE, "documents", `${document}.br`);
  const text = existsSync(packed)
    ? brotliDecompressSync(readFileSync(packed))
    : readForeignDocument(document.replace(/\.\w+$/, ""));
  writeFileSync(file, text);
  return file;
}

function workFolder(): string {
  const folder = join(HERE, ".tmp");
  mkdirSync(folder, { recursive: true });
  return folder;
}
