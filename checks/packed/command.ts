import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportDifferences } from "../../scripts/release/packed/exports-agree.ts";
import { importExports } from "../../scripts/release/packed/import-exports.ts";
import { lintContent } from "../../scripts/release/packed/lint-content.ts";
import { lintTarball } from "../../scripts/release/packed/lint-tarball.ts";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { publishedPackages } from "../../scripts/release/packed/packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { tryRepository } from "./try-repository.ts";

export const checkPacked = defineCommand({
  options: { imports: { type: "boolean", text: "only import them: lint no content, and make no repository" } },
  description:
    "Packs every published package, and reads it as those who install it will. Prints a line for each finding.",
  async run({ values: { imports = false } }) {
    using folder = mkdtempDisposableSync(join(tmpdir(), "svc-packed-"));
    const tarballs = await packPackages(folder.path);
    const project = join(folder.path, "project");
    const manifests = await unpackTarballs(tarballs, project);
    const { findings, versions } = await importExports(manifests, project);
    findings.push(...publishedPackages().flatMap(({ manifest }) => exportDifferences(manifest)));
    if (!imports) {
      for (const manifest of manifests)
        findings.push(...(await lintContent(manifest, join(project, "node_modules", manifest.name))));
      findings.push(...(await tryRepository(project)));
      for (const tarball of tarballs) findings.push(...(await lintTarball(tarball)));
    }
    const done = `${tarballs.length} packages, imported on Node ${versions.join(" and ")}`;
    console.log(findings.join("\n") || (imports ? done : `${done}; a repository made of them`));
    return findings.length === 0 ? 0 : 1;
  },
});
