import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runCommandLine } from "@svc/codegen/cli";
import { emitTree, type Files } from "@svc/codegen/workspace";
import { isWhole } from "@svc/model/test-support/proofs";
import { afterAll, expect, test } from "vitest";
import { generate as generateCommand } from "../../scripts/generate/command.ts";
import { COMPILERS, checkTrees } from "./check-trees.ts";
import { createTrees } from "./generated-trees.ts";
import { reportingTo } from "./hostile-corpus.ts";
import { inspectPage } from "./inspect-page.ts";
import { inspectSource } from "./inspect-source.ts";

const COMMAND = [resolve(import.meta.dirname, "../../main.ts"), "generate"];
/** Far more than any of these takes: exponential work would never come to its end. */
const LIMIT_MS = 60_000;
const MINUTES = 60_000;

let hits = 0;
const listener = createServer((socket) => {
  hits++;
  socket.destroy();
}).listen(0, "127.0.0.1");
await once(listener, "listening");
const scratch = mkdtempSync(join(tmpdir(), "svc-hostile-"));
const documents = mkdtempSync(join(scratch, "documents-"));
const specs = reportingTo((listener.address() as AddressInfo).port, documents);
const accepted = specs.filter(({ verdict }) => verdict === "ACCEPT");
const refused = specs.filter(({ verdict }) => verdict === "REFUSE");

afterAll(async () => {
  await new Promise((done) => listener.close(done));
  rmSync(scratch, { recursive: true, force: true });
});

function emit(path: string, file: string): Files {
  return emitTree(readFileSync(path, "utf8"), file);
}

test.each(accepted)("$file is generated, and nothing in it is alive: $vector", { timeout: LIMIT_MS }, (spec) => {
  const files = emit(spec.path, spec.file);
  const problems = [...files].flatMap(([path, content]) => {
    expect(path).toMatch(/^(?:[a-z]+\/)?[\w.]+$/);
    expect(content.isWellFormed(), path).toBe(true);
    if (path.endsWith(".ts")) return inspectSource(path, content);
    return path.endsWith(".md") ? inspectPage(path, content) : [];
  });
  expect(problems).toEqual([]);
  expect(emit(spec.path, spec.file)).toEqual(files);
});

test.each(accepted.filter(({ file }) => file.endsWith(".json")))(
  "names do not depend on the order in $file",
  { timeout: LIMIT_MS },
  (spec) => {
    const text = readFileSync(spec.path, "utf8").replace(/^\ufeff/, "");
    const names = (files: Files) => [
      files
        .get("operations.json")
        ?.split(",\n")
        .map((line) => line.replace(/^\[\n|\n\]\n$/g, ""))
        .sort(),
      files
        .get("types/index.ts")
        ?.match(/^export type \w+/gm)
        ?.sort(),
    ];
    expect(names(emitTree(shuffleKeys(text), spec.file))).toEqual(names(emitTree(text, spec.file)));
  },
);

test.each(isWhole ? COMPILERS : COMPILERS.slice(-1))(
  "all that is generated type-checks with %s",
  { timeout: 5 * MINUTES },
  async (compiler) => {
    using trees = createTrees();
    const directories = accepted.map((spec) =>
      trees.write(spec.file.replace(/\.\w+$/, ""), emit(spec.path, spec.file)),
    );
    expect(await checkTrees(trees.root, directories, compiler)).toEqual([]);
  },
);

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

/** Runs the command in this process. */
async function generate(path: string, out: string): Promise<Ended> {
  const written: string[] = [];
  const argv = ["generate", "--spec", path, "--out", out];
  const code = await runCommandLine({
    argv,
    commands: [{ name: "generate", summary: "", load: async () => generateCommand }],
    program: "pnpm svc",
    write: () => {},
    writeError: (text) => void written.push(text),
  });
  return { code, stderr: written.join("") };
}

/** Runs the command in a process of its own. */
function generateApart(path: string, out: string): Promise<Ended> {
  return new Promise((done) => {
    const argv = [...COMMAND, "--spec", path, "--out", out];
    execFile(process.execPath, argv, { timeout: LIMIT_MS, maxBuffer: 2 ** 26 }, (error, _, stderr) => {
      done({ code: error === null ? 0 : Number(error.code ?? -1), stderr });
    });
  });
}

test.each(refused)("$file is refused, line by line, and nothing is touched: $vector", async (spec) => {
  // A process takes a second to start: the first shows that it does the same.
  const run = isWhole || spec === refused[0] ? generateApart : generate;
  const out = join(scratch, spec.file);
  mkdirSync(out);
  // A tree of an earlier run: what stands there stays.
  writeFileSync(join(out, ".generated.json"), "{}");
  writeFileSync(join(out, "kept.txt"), "kept");
  const { code, stderr } = await run(spec.path, out);
  expect(code).toBe(1);
  const lines = stderr.trimEnd().split("\n");
  for (const line of lines)
    expect(/^(?:#|: )/.test(line.slice(spec.path.length)) && line.startsWith(spec.path), line).toBe(true);
  const shown = lines.map((line) => line.slice(spec.path.length + 1));
  for (const pointer of spec.pointers.filter((text) => /^[!-~]*$/.test(text))) {
    expect(
      shown.some((line) => line.startsWith(`${pointer}: `)),
      pointer,
    ).toBe(true);
  }
  expect(stderr).not.toMatch(/root:|\n\s+at /);
  expect(readdirSync(out).sort()).toEqual([".generated.json", "kept.txt"]);
});

test("no host was asked for anything", () => {
  expect(hits).toBe(0);
});

/** The JSON text with the keys of every object in another order, the same each time: that of their reversed texts. */
function shuffleKeys(text: string): string {
  return JSON.stringify(shuffle(JSON.parse(text)));
}

function shuffle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffle);
  if (typeof value !== "object" || value === null) return value;
  const rank = (key: string) => [...key].reverse().join("");
  const entries = Object.entries(value).sort(([a], [b]) => (rank(a) < rank(b) ? 1 : -1));
  return Object.fromEntries(entries.map(([key, item]) => [key, shuffle(item)]));
}
