import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Tarball } from "./pack-packages.ts";

/** The packages are ES modules only: how a resolver from before that, or a `require` of types, sees them is no finding. */
const FOREIGN_RESOLUTIONS: ReadonlySet<string> = new Set(["node10", "node16-cjs"]);

/** Exports that are not modules; `require.cjs` is the message to a `require` that loads no ES modules. */
const NOT_MODULES = [/\.yaml$/];

/** Findings of publint and are-the-types-wrong in a packed package. */
export async function lintTarball(tarball: Tarball): Promise<string[]> {
  const { name } = tarball.package.manifest;
  const data = await readFile(tarball.file);
  const findings = [...(await publintFindings(data)), ...(await typeFindings(data))];
  return findings.map((finding) => `${name}: ${finding}`);
}

async function publintFindings(data: Buffer): Promise<string[]> {
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

async function typeFindings(data: Buffer): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(data)), {
    excludeEntrypoints: NOT_MODULES,
  });
  if (result.types === false) return ["are-the-types-wrong: no types"];
  return result.problems
    .filter((problem) => !("resolutionKind" in problem && FOREIGN_RESOLUTIONS.has(problem.resolutionKind)))
    .filter(
      (problem) => !("implementationFileName" in problem && problem.implementationFileName.endsWith("/require.cjs")),
    )
    .map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`);
}
