import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { must } from "../cli/run-command.ts";
import { STRICT_OPTIONS } from "../emit/tree/tree-project.ts";
import { exampleProgram } from "../repository/scaffold/example.ts";
import type { ScaffoldFacts } from "../repository/scaffold/facts.ts";
import { installedTool } from "./project-tools.ts";

/** Options of {@link tryConsumer}. */
export interface ConsumerOptions {
  readonly facts: ScaffoldFacts;
  /** Of all packages. */
  readonly tarballs: readonly string[];
  /** A folder for the project. */
  readonly directory: string;
  /** Has the compiler. */
  readonly root: string;
}

/** Packages that `overrides` in `pnpm-workspace.yaml` take from files, because they are not on npm. */
export function fileOverrides(root: string): Record<string, string> {
  const workspace = join(root, "pnpm-workspace.yaml");
  const { overrides = {} } = existsSync(workspace) ? parse(readFileSync(workspace, "utf8")) : {};
  const files = Object.entries<string>(overrides).filter(([, source]) => source.startsWith("file:"));
  return Object.fromEntries(files.map(([name, source]) => [name, `file:${resolve(root, source.slice(5))}`]));
}

/**
 * Installs the packages into an empty folder, as their users do, type-checks a program there, and runs it: a call to the fake.
 *
 * @returns what the program printed
 * @throws Error with the output of the first thing that fails
 */
export async function tryConsumer({ facts, tarballs, directory, root }: ConsumerOptions): Promise<string> {
  const folder = join(directory, "consumer");
  mkdirSync(folder);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write("package.json", JSON.stringify({ private: true, type: "module", overrides: fileOverrides(root) }));
  const resolution = { module: "nodenext", moduleResolution: "nodenext", types: [] };
  // As `tsc --init` sets it: the types of arbitraries need fast-check, which is optional.
  const compilerOptions = { ...STRICT_OPTIONS, ...resolution, skipLibCheck: true };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  write("main.ts", exampleProgram(facts));
  await must(["npm", "install", "--no-audit", "--no-fund", ...tarballs], folder);
  await must([...installedTool(root, "typescript", "bin/tsc"), "-p", "."], folder);
  return (await must([process.execPath, "main.js"], folder)).output.trim();
}
