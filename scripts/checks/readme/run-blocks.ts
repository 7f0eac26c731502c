import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "../../workshop/run-command.ts";
import { ROOT, TOOLS } from "../../workshop/tools.ts";
import { linkModules } from "../packed/link-modules.ts";
import { type CodeBlock, missingOutput, promisedOutput } from "./code-blocks.ts";

/** The service of the examples, which does not exist: the fake answers in its place. */
const PRELUDE = `
import { createFakeSvc } from "@svc/testing";
const fake = createFakeSvc({ baseUrl: "https://svc.example.com" });
globalThis.fetch = (input, init) => fake.fetch(new Request(input, init));
process.env.SVC_API_KEY = "example-key";
`;

const TSCONFIG = {
  extends: join(ROOT, "tsconfig.base.json"),
  compilerOptions: { customConditions: [], isolatedDeclarations: false, declaration: false, types: ["node"] },
  include: ["block-*.ts"],
};

/** Type-checks and runs TypeScript blocks in a project that has the packed packages. Returns what is wrong. */
export async function runBlocks(blocks: readonly CodeBlock[], project: string): Promise<string[]> {
  await prepare(project);
  const files = blocks.map((block) => ({ block, file: join(project, `block-${block.line}.ts`) }));
  await Promise.all(files.map(({ block, file }) => writeFile(file, block.code)));
  const types = await runCommand([...TOOLS.tsc, "-p", project]);
  const runs = await Promise.all(files.map(({ block, file }) => runBlock(block, file)));
  return [...(types.code === 0 ? [] : [types.output.trim()]), ...runs.flat()];
}

async function prepare(project: string): Promise<void> {
  await linkModules(["@types/node"], project);
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
  await writeFile(join(project, "prelude.mjs"), PRELUDE);
}

async function runBlock({ code, line }: CodeBlock, file: string): Promise<string[]> {
  const cwd = dirname(file);
  const run = await runCommand([...TOOLS.node, "--import", join(cwd, "prelude.mjs"), file], { cwd });
  if (run.code !== 0) return [`line ${line}: exit code ${run.code}\n${run.output.trim()}`];
  const missing = missingOutput(promisedOutput(code), run.output);
  return missing.map((text) => `line ${line}: promises the output "${text}", but printed\n${run.output.trim()}`);
}
