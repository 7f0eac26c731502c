import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Packages and bytes of an installation into an empty project. */
export interface Installed {
  readonly name: string;
  readonly bytes: number;
  /** Packages beside the one that was asked for. */
  readonly dependencies: number;
}

/** Installs this package, as it would be published, and the peers of its kind, each into an empty project, by npm. */
export async function measureInstalled(): Promise<Installed[]> {
  const directory = mkdtempSync(join(tmpdir(), "svc-installed-"));
  try {
    // They need one another: npm takes all three from here, and none from the registry.
    const own = (await packPackages(directory))
      .filter(({ package: { manifest } }) => /^@svc\/(?:spec|types|testing)$/.test(manifest.name))
      .map(({ file }) => file);
    const manifest = JSON.parse(
      readFileSync(join(import.meta.dirname, "../node_modules/@stoplight/prism-cli/package.json"), "utf8"),
    ) as { version: string };
    const msw = JSON.parse(readFileSync(join(ROOT, "packages/testing/node_modules/msw/package.json"), "utf8")) as {
      version: string;
    };
    return [
      install("@svc/testing", own, directory),
      install("@stoplight/prism-cli", [`@stoplight/prism-cli@${manifest.version}`], directory),
      install("msw", [`msw@${msw.version}`], directory),
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function install(name: string, what: readonly string[], directory: string): Installed {
  const project = mkdtempSync(join(directory, "project-"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", private: true }));
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", ...what], project);
  const { stdout } = spawnSync("npm", ["ls", "--all", "--parseable"], { cwd: project, encoding: "utf8" });
  // The project itself, and the package that was asked for.
  const packages = stdout.trim().split("\n").length - 2;
  return { name, bytes: sizeOf(join(project, "node_modules")), dependencies: packages };
}

function sizeOf(path: string): number {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${stdout}${stderr}`);
}
