import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A module that a published package exports. */
export interface EntryPoint {
  /** The specifier to import: `@svc/testing/build`. */
  readonly name: string;
  /** Its source, absolute. */
  readonly file: string;
  /** Its source below the package's name: `@svc/testing/src/build.ts`. */
  readonly source: string;
  /** Description of the package, on its main entry. */
  readonly summary: string | undefined;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly private?: boolean;
  readonly exports: { readonly [path: string]: string | { readonly "@svc/source"?: string } };
}

const FOLDERS = ["packages/client", "packages/testing", "packages/mcp", "packages/types", "spec"] as const;

/** For generated trees only; nothing to call by hand. */
const INTERNAL = /\/runtime$/;

/** Every module that users of the published packages import, with its source. */
export function entryPoints(root: string): EntryPoint[] {
  return FOLDERS.flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      const source = typeof target === "string" ? undefined : target["@svc/source"];
      if (
        source === undefined ||
        !source.endsWith(".ts") ||
        INTERNAL.test(path) ||
        !existsSync(join(root, folder, source))
      )
        return [];
      const name = manifest.name + path.slice(1);
      const summary = path === "." ? manifest.description : undefined;
      return [{ name, file: join(root, folder, source), source: join(manifest.name, source), summary }];
    });
  });
}
