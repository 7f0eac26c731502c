import { copyFileSync, mkdtempDisposableSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copySources, stageEnv } from "@svc/codegen/bump";
import { parseDocument } from "@svc/model";
import { packPackages, type Tarball } from "../../scripts/release/packed/pack-packages.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, svc } from "../../scripts/toolkit/tools.ts";

/** The document. */
export const POST_OFFICE_FILE: string = join(import.meta.dirname, "post-office.yaml");

/** The same, as JSON and YAML parsers give it. */
export function readPostOffice(): unknown {
  return parseDocument(readFileSync(POST_OFFICE_FILE, "utf8"), POST_OFFICE_FILE).document;
}

/** Files that say more of the committed document than it says itself. */
const OF_COMMITTED = ["spec/overlays", "spec/names.json", "spec/history", "svc.config.ts"];

/**
 * Packs the packages as they are with a document of their own, `post-office.yaml`: for programs that name what they call, so that
 * a bump of the committed document leaves them as they are.
 *
 * @throws Error where they cannot be generated or built
 */
export async function packPostOffice(directory: string): Promise<Tarball[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "svc-post-office-"));
  const stage = folder.path;
  copySources(ROOT, stage);
  for (const path of OF_COMMITTED) rmSync(join(stage, path), { recursive: true, force: true });
  copyFileSync(POST_OFFICE_FILE, join(stage, "spec/openapi.yaml"));
  const turbo = [join(stage, "node_modules/.bin/turbo"), "run", "build", "--output-logs=errors-only", "--ui=stream"];
  for (const command of [svc(stage, "generate"), turbo]) {
    const { code, output } = await runCommand(command, { cwd: stage, env: stageEnv(ROOT) });
    if (code !== 0) throw new Error(`The packages of the post office cannot be made:\n${output}`);
  }
  return await packPackages(directory, stage);
}
