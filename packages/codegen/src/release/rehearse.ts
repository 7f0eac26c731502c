import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStage } from "../bump/stage.ts";
import type { ScaffoldFacts } from "../repository/scaffold/facts.ts";
import { forgetRegistries, type PackedRepository, packRepository } from "./pack-repository.ts";
import { pendingChangesets } from "./propose-changes.ts";
import { publishTarballs } from "./publish-tarballs.ts";
import { startRegistry } from "./start-registry.ts";
import { tryConsumer } from "./try-consumer.ts";
import { applyChangesets } from "./version-repository.ts";

/** Options of {@link withPacked}. */
export interface PackOptions {
  readonly root: string;
  /** Prepares the copy of the repository before it is built. */
  readonly prepare?: (stage: string) => Promise<void>;
}

/** Packs the packages of a repository from a copy, in which nothing is built yet, and removes both in the end. */
export async function withPacked<T>(
  { root, prepare = async () => {} }: PackOptions,
  use: (packed: PackedRepository, directory: string) => Promise<T>,
): Promise<T> {
  const stage = createStage(root);
  const directory = mkdtempSync(join(tmpdir(), "svc-release-"));
  try {
    await prepare(stage);
    return await use(await packRepository(stage, directory), directory);
  } finally {
    for (const folder of [stage, directory]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Result of {@link rehearseRelease}. */
export interface Rehearsed extends PackedRepository {
  /** Output of a program that has installed the packages; undefined where they were not published because of findings. */
  readonly output: string | undefined;
}

/**
 * Goes through a release without anybody noticing: the next version in a copy, its tarballs checked, published to a registry on
 * loopback, installed from it into an empty folder, type-checked and called there.
 *
 * @throws Error with the output of the first step that fails
 */
export async function rehearseRelease(root: string, facts: ScaffoldFacts): Promise<Rehearsed> {
  const prepare = async (stage: string): Promise<void> => {
    if (pendingChangesets(stage).length > 0) await applyChangesets(stage);
    forgetRegistries(stage);
  };
  return withPacked({ root, prepare }, async (packed, directory) => {
    if (packed.findings.length > 0) return { ...packed, output: undefined };
    const registry = await startRegistry();
    try {
      // npm publishes nothing without a token; this registry takes any.
      const npmrc = `${facts.scope}:registry=${registry.url}\n${registry.url.slice("http:".length)}:_authToken=none\n`;
      const command = { cwd: directory, env: { [`npm_config_${facts.scope}:registry`]: registry.url } };
      const args = [`--registry=${registry.url}`, `--${facts.scope}:registry=${registry.url}`, "--provenance=false"];
      const auth = `--${registry.url.slice("http:".length)}:_authToken=none`;
      await publishTarballs(packed.packages, { args: [...args, auth], command });
      const version = packed.packages[0]?.version ?? "";
      const output = await tryConsumer({ facts, version, directory, npmrc, root });
      return { ...packed, output };
    } finally {
      registry.close();
    }
  });
}
