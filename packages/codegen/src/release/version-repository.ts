import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { must } from "../cli/run-command.ts";
import { PACKAGES } from "../repository/load-repository.ts";
import { writeInside } from "../write/move-place.ts";
import type { Manifest } from "./check-packed.ts";
import { readManifest } from "./pack-repository.ts";
import { installedTool, pnpm } from "./project-tools.ts";

/**
 * Turns the waiting changesets of a folder into a version and changelogs.
 *
 * @throws Error with what changesets said
 */
export async function applyChangesets(root: string): Promise<void> {
  await must([...installedTool(root, "@changesets/cli", "bin.js"), "version"], root);
}

/** Brings the lock file up to date with the versions, where there is one: a frozen installation compares them. */
export async function updateLockfile(root: string): Promise<void> {
  if (existsSync(join(root, "pnpm-lock.yaml")))
    await must([...pnpm(), "install", "--lockfile-only", "--no-frozen-lockfile"], root);
}

/**
 * Names the repository in the manifests that name none; npm refuses provenance without it.
 *
 * @returns its address; undefined where it is not known
 */
export function nameRepository(root: string, env = process.env): string | undefined {
  const url = repositoryAddress(root, env);
  if (url === undefined) return undefined;
  for (const name of PACKAGES) {
    const folder = join(root, "packages", name);
    const manifest = readManifest(folder);
    if (manifest.repository !== undefined) continue;
    const named = withRepository(manifest, { type: "git", url: `git+${url}.git`, directory: `packages/${name}` });
    writeInside(root, `packages/${name}/package.json`, `${JSON.stringify(named, null, 2)}\n`);
  }
  return url;
}

/** In the place where people look for it: after the licence. */
function withRepository(manifest: Manifest, repository: object): object {
  const entries = Object.entries(manifest);
  const at = entries.findIndex(([key]) => key === "license") + 1 || entries.length;
  return Object.fromEntries([...entries.slice(0, at), ["repository", repository], ...entries.slice(at)]);
}

/** Address of the repository for browsers: that of the workflow, else that of the remote `origin`. */
function repositoryAddress(root: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  if (server && name) return `${server}/${name}`;
  const [, host, path] =
    /^(?:https:\/\/|ssh:\/\/git@|git@)([\w.-]+)(?::(?!\S*@)|\/)([^@]+?)(?:\.git)?\/?$/.exec(originOf(root)) ?? [];
  return host && path && `https://${host}/${path}`;
}

function originOf(root: string): string {
  try {
    return execFileSync("git", ["remote", "get-url", "origin"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
