import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "@svc/codegen/workspace";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { fromSource } from "../from-source.ts";
import { COMPILERS, checkTrees } from "./check-trees.ts";
import type { GeneratedTrees } from "./generated-trees.ts";

/** A program of a user, with the tree in whose `client/` it stands. */
interface TreeProgram {
  readonly name: string;
  readonly files: Files;
  readonly text: string;
}

/** Type-checks a program beside the client of a document, and runs it; its lines. @throws Error with what the compiler finds */
export async function runProgram(trees: GeneratedTrees, { name, files, text }: TreeProgram): Promise<string[]> {
  const directory = trees.write(name, files);
  const file = join(directory, "client/program.ts");
  writeFileSync(file, text);
  const errors = await checkTrees(trees.root, [directory], COMPILERS.at(-1) ?? "");
  if (errors.length > 0) throw new Error(errors.join("\n"));
  const { code, output } = await runCommand(fromSource(file), { timeoutMs: 60_000 });
  if (code !== 0) throw new Error(output);
  return output
    .trim()
    .split("\n")
    .map((line) => line.trimEnd());
}
