import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** SHA-256 of the parts, in hex; each part is framed by its length. */
export function hashOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

/**
 * A fingerprint of the generator itself: its sources, those of the engines that it uses, and the lockfile that pins its dependencies. With the
 * document's text and the options it decides every emitted byte.
 */
export function generatorFingerprint(root: string): string {
  const folders = ["packages/codegen/src", "engines/model/src", "engines/resources/src", "engines/schema/src"];
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return hashOf(
    ["pnpm-lock.yaml", ...files.map((file) => relative(root, file))].flatMap((file) => [
      file,
      readFileSync(join(root, file)),
    ]),
  );
}
