import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStage } from "../bump/stage.ts";
import type { ScaffoldFacts } from "../repository/scaffold/facts.ts";
import { type PackedRepository, packRepository } from "./pack-repository.ts";
import { pendingChangesets } from "./propose-changes.ts";
import { tryConsumer } from "./try-consumer.ts";
import { applyChangesets } from "./version-repository.ts";

/**
 * Packs the packages of a repository from a copy, in which nothing is built yet, and removes both in the end.
 *
 * @param options.prepare prepares the copy before it is built
 */
export async function withPacked<T>(
  { root, prepare }: { readonly root: string; readonly prepare?: (stage: string) => Promise<void> },
  use: (packed: PackedRepository, directory: string) => Promise<T>,
): Promise<T> {
  const stage = createStage(root);
  const directory = mkdtempSync(join(tmpdir(), "svc-release-"));
  try {
    await prepare?.(stage);
    return await use(await packRepository(stage, directory), directory);
  } finally {
    for (const folder of [stage, directory]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Goes through a release without anybody noticing: the next version in a copy, its tarballs checked, installed into an empty
 * folder, type-checked and called there. The output is that of a program there; undefined where findings prevent it.
 *
 * @throws Error with the output of the first step that fails
 */
export async function rehearseRelease(
  root: string,
  facts: ScaffoldFacts,
): Promise<PackedRepository & { readonly output: string | undefined }> {
  const prepare = async (stage: string): Promise<void> => {
    if (pendingChangesets(stage).length > 0) await applyChangesets(stage);
  };
  return withPacked({ root, prepare }, async (packed, directory) => {
    if (packed.findings.length > 0) return { ...packed, output: undefined };
    const tarballs = packed.packages.map(({ tarball }) => tarball);
    return { ...packed, output: await tryConsumer({ facts, tarballs, directory, root }) };
  });
}
