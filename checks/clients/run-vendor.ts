import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { startPrism } from "./prism.ts";
import type { Outcome } from "./program.ts";
import type { Vendor } from "./vendors.ts";

const HERE = import.meta.dirname;
const SOURCE = "--conditions=@svc/source";

/** Calls of a vendor's client at the fake of the vendor's document. */
export async function runAtFake(vendor: Vendor): Promise<readonly Outcome[]> {
  return runProgram(vendor, await generateSdk(vendor));
}

/** The same calls at Prism's mock server. */
export async function runAtPrism(vendor: Vendor): Promise<readonly Outcome[]> {
  using prism = await startPrism(writeDocument(vendor));
  return await runProgram(vendor, prism.url);
}

/** Generates the SDK from this checkout; returns its folder. */
async function generateSdk(vendor: Vendor): Promise<string> {
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

async function runProgram({ name }: Vendor, service: string): Promise<readonly Outcome[]> {
  const results = join(workFolder(), `${name}.results`);
  rmSync(results, { force: true });
  const flags = [SOURCE, "--disable-warning=ExperimentalWarning", "--max-old-space-size=2000"];
  const command = [process.execPath, ...flags, join(HERE, "child.ts")];
  const program = join(HERE, "test", `${name}.js`);
  const { output } = await runCommand([...command, program, service, results], { cwd: HERE, timeoutMs: 150_000 });
  if (!existsSync(results)) throw new Error(`The program of ${name} did not come to its end:\n${output}`);
  return JSON.parse(readFileSync(results, "utf8")) as readonly Outcome[];
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
