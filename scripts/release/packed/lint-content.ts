import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPacked, filesOf } from "@svc/codegen/release";
import type { Manifest } from "./packages.ts";

const EXPECTED_FILES =
  /^(dist\/[^/].*\.(js|cjs|d\.ts|json)|package\.json|README\.md|THIRD-PARTY\.md|LICENSE|history\/[^/]+\.json|openapi\.yaml|UNKNOWNS\.md|templates\/.+\.template)$/;

/** Findings in an unpacked package: those of every repository, unexpected and missing files, code that cannot run where it should. */
export async function lintContent(manifest: Manifest, directory: string): Promise<string[]> {
  const files = filesOf(directory).filter((file) => !file.startsWith("node_modules/"));
  const stray = files.filter((file) => !EXPECTED_FILES.test(file)).map((file) => `stray file ${file}`);
  const missing = files.includes("LICENSE") ? [] : ["no LICENSE"];
  const code = files.filter((file) => file.endsWith(".js"));
  const findings = await Promise.all(
    code.map(async (file) => lintCode(await readFile(join(directory, file), "utf8")).map((what) => `${file}: ${what}`)),
  );
  const readme = files.includes("README.md") ? lintReadme(await readFile(join(directory, "README.md"), "utf8")) : [];
  const own = [...stray, ...missing, ...readme, ...lintManifest(manifest), ...findings.flat()];
  return [...checkPacked(directory), ...own.map((what) => `${manifest.name}: ${what}`)];
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

/** Findings in a published manifest, beside those of every repository. */
export function lintManifest(manifest: Manifest): string[] {
  return [
    ...(manifest.license === "MIT" ? [] : ["license is not MIT"]),
    ...(manifest.sideEffects === false ? [] : ["sideEffects is not false"]),
    ...(JSON.stringify(manifest.exports).includes("@svc/source") ? ["exports name sources"] : []),
  ];
}
