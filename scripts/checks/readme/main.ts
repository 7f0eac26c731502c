import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../workshop/tools.ts";
import { packPackages } from "../packed/pack-packages.ts";
import { unpackTarballs } from "../packed/unpack-tarballs.ts";
import { codeBlocks, localLinks, namedScripts } from "./code-blocks.ts";
import { runBlocks } from "./run-blocks.ts";

// Checks that what README.md shows is so: its examples compile and run against the packed packages, its commands and
// links exist. Prints a line for each finding.
const markdown = await readFile(join(ROOT, "README.md"), "utf8");
const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { scripts: object };
const blocks = codeBlocks(markdown);
const typescript = blocks.filter((block) => block.language === "ts");
const commands = blocks.filter((block) => block.language === "sh").flatMap((block) => namedScripts(block.code));
const links = localLinks(markdown);

const directory = await mkdtemp(join(tmpdir(), "svc-readme-"));
try {
  const project = join(directory, "project");
  await unpackTarballs(await packPackages(directory), project);
  const findings = [
    ...(await runBlocks(typescript, project)),
    ...commands
      .filter((name) => !Object.hasOwn(scripts, name))
      .map((name) => `the command "pnpm ${name}" does not exist`),
    ...links.filter((link) => !existsSync(join(ROOT, link))).map((link) => `the link ${link} leads nowhere`),
  ];
  if (typescript.length === 0) findings.push("no TypeScript example was found");
  for (const finding of findings) console.log(`README.md: ${finding}`);
  if (findings.length === 0) {
    console.log(`${typescript.length} examples run, ${commands.length} commands and ${links.length} links exist`);
  }
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
