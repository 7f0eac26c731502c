import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import type { IteratedLists } from "./iterate-lists.ts";
import type { Outcome } from "./program.ts";
import type { Vendor } from "./vendors.ts";

const HERE = import.meta.dirname;
const SOURCE = "--conditions=@svc/source";
const FLAGS = [SOURCE, "--disable-warning=ExperimentalWarning", "--max-old-space-size=2000"];

/** Calls of a vendor's client at the fake of the vendor's document, of which an SDK was generated. */
export async function runAtFake({ name }: Vendor, sdk: string): Promise<readonly Outcome[]> {
  const results = join(workFolder(), `${name}.results`);
  rmSync(results, { force: true });
  const command = [process.execPath, ...FLAGS, join(HERE, "child.ts")];
  const program = join(HERE, "test", `${name}.js`);
  const { output } = await runCommand([...command, program, sdk, results], { cwd: HERE, timeoutMs: 150_000 });
  if (!existsSync(results)) throw new Error(`The program of ${name} did not come to its end:\n${output}`);
  return JSON.parse(readFileSync(results, "utf8")) as readonly Outcome[];
}

/** Iterates over the document's lists by the generated client, at the fake of the same SDK. */
export async function iterateAtFake(sdk: string): Promise<IteratedLists> {
  const command = [process.execPath, ...FLAGS, join(HERE, "iterate-lists.ts"), sdk];
  const { code, output } = await runCommand(command, { cwd: HERE, timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`The lists of ${sdk} were not iterated to the end:\n${output}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as IteratedLists;
}

/** Generates the SDK from this checkout; returns its folder. */
export async function generateSdk(vendor: Vendor): Promise<string> {
  const out = join(workFolder(), "sdk", vendor.name);
  // What is there may be from before a change of the generator.
  rmSync(out, { recursive: true, force: true });
  const cli = join(ROOT, "packages/codegen/src/bin.ts");
  const command = [process.execPath, SOURCE, cli, "--spec", writeDocument(vendor), "--out", out, "--name", vendor.name];
  // Not in the checkout's root, whose configuration is that of the committed document.
  const { code, output } = await runCommand(command, { cwd: workFolder() });
  if (code !== 0) throw new Error(`The SDK of ${vendor.document} cannot be generated:\n${output}`);
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
