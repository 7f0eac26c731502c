import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "./packages.ts";

const EXPECTED_FILES =
  /^(dist\/[^/].*\.(js|cjs|d\.ts|json)|package\.json|README\.md|THIRD-PARTY\.md|LICENSE|history\/[^/]+\.json|openapi\.yaml|UNKNOWNS\.md|templates\/.+\.template)$/;

/** Findings in the files of an unpacked package: unexpected and missing files, and code that cannot run where it should. */
export async function lintContent(manifest: Manifest, directory: string): Promise<string[]> {
  const files = await listFiles(directory);
  const stray = files.filter((file) => !EXPECTED_FILES.test(file)).map((file) => `stray file ${file}`);
  const missing = files.includes("LICENSE") ? [] : ["no LICENSE"];
  const code = files.filter((file) => file.endsWith(".js"));
  const findings = await Promise.all(
    code.map(async (file) => lintCode(await readFile(join(directory, file), "utf8")).map((what) => `${file}: ${what}`)),
  );
  const readme = files.includes("README.md") ? lintReadme(await readFile(join(directory, "README.md"), "utf8")) : [];
  return [...stray, ...missing, ...readme, ...lintManifest(manifest), ...findings.flat()].map(
    (what) => `${manifest.name}: ${what}`,
  );
}

/** Links of a README that lead nowhere on a registry's page. */
export function lintReadme(markdown: string): string[] {
  const text = markdown.replaceAll(/^```.*?^```/gms, "");
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g)].map(
    ([, link]) => `README.md: the link ${link} is relative`,
  );
}

/** Findings in one published module. */
export function lintCode(code: string): string[] {
  return [
    ...(/^\s*(await )?using \w+ =/m.test(code) ? ["`using` is not understood by Node.js 20"] : []),
    ...(/\/\/# sourceMappingURL=/.test(code) ? ["a source map that is not published"] : []),
    ...(/from "@svc\/model"/.test(code) ? ["imports @svc/model, which is not published"] : []),
  ];
}

/** Findings in a published manifest. */
export function lintManifest(manifest: Manifest): string[] {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
  return [
    ...(manifest.license === "MIT" ? [] : ["license is not MIT"]),
    ...(manifest.sideEffects === false ? [] : ["sideEffects is not false"]),
    ...(JSON.stringify(manifest.exports).includes("@svc/source") ? ["exports name sources"] : []),
    ...ranges
      .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
      .map(([name, range]) => `${name}@${range}`),
  ];
}

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => !file.startsWith("node_modules/"));
}
