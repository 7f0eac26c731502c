import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportDifferences } from "../../scripts/release/packed/exports-agree.ts";
import { importExports } from "../../scripts/release/packed/import-exports.ts";
import { lintContent } from "../../scripts/release/packed/lint-content.ts";
import { lintTarball } from "../../scripts/release/packed/lint-tarball.ts";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { publishedPackages } from "../../scripts/release/packed/packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { tryRepository } from "./try-repository.ts";

// Packs every published package, and reads it as those who install it will. Prints a line for each finding.
// `--imports` only imports them: neither their content is linted, nor is a repository made with them.
const onlyImports = process.argv.includes("--imports");
const directory = await mkdtemp(join(tmpdir(), "svc-packed-"));
try {
  const tarballs = await packPackages(directory);
  const project = join(directory, "project");
  const manifests = await unpackTarballs(tarballs, project);
  const { findings, versions } = await importExports(manifests, project);
  findings.push(...publishedPackages().flatMap(({ manifest }) => exportDifferences(manifest)));
  if (!onlyImports) {
    for (const manifest of manifests)
      findings.push(...(await lintContent(manifest, join(project, "node_modules", manifest.name))));
    findings.push(...(await tryRepository(project)));
    for (const tarball of tarballs) findings.push(...(await lintTarball(tarball)));
  }
  console.log(
    findings.join("\n") ||
      `${tarballs.length} packages, imported on Node ${versions.join(" and ")}${onlyImports ? "" : "; a repository made of them"}`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
