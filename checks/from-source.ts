import { join } from "node:path";
import { runCommand } from "../scripts/toolkit/run-command.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";

const FLAGS = ["--conditions=@svc/source", "--disable-warning=ExperimentalWarning"];

/** Command that runs a module with the packages as their sources are: `fromSource(file, "--option")`. */
export function fromSource(...args: readonly string[]): readonly string[] {
  return [process.execPath, ...FLAGS, ...args];
}

/** The generator, as `svc-codegen`. */
export const CODEGEN: string = join(ROOT, "packages/codegen/src/bin.ts");

/** Input of a generated SDK. */
export interface SdkOptions {
  /** File of the document. */
  readonly spec: string;
  readonly out: string;
  readonly name: string;
  /** Not the checkout's root, whose configuration is that of the committed document. */
  readonly cwd: string;
}

/** Generates an SDK by this checkout. @throws Error with what the generator has printed */
export async function generateSdk({ spec, out, name, cwd }: SdkOptions): Promise<void> {
  const { code, output } = await runCommand(fromSource(CODEGEN, "--spec", spec, "--out", out, "--name", name), { cwd });
  if (code !== 0) throw new Error(`The SDK of ${spec} cannot be generated:\n${output}`);
}
