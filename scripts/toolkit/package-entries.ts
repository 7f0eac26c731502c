import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of the workspace that packages lie in, or that are packages. */
const FOLDERS = ["packages", "engines"];
const PACKAGES = ["spec", "scripts", "checks"];

/**
 * The source of each entry of each package of a checkout, by the name that it is imported by. A `*` stands for a part of a path,
 * in the name and in the file.
 *
 * @param root folder of the checkout
 */
export function packageEntries(root: string): ReadonlyMap<string, string> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const manifests = [...folders, ...PACKAGES].map((folder) => join(root, folder, "package.json")).filter(existsSync);
  return new Map(manifests.flatMap(entriesOf));
}

function entriesOf(manifest: string): (readonly [name: string, file: string])[] {
  const { name, exports = {} } = JSON.parse(readFileSync(manifest, "utf8")) as {
    name: string;
    exports?: { [entry: string]: string | { "@svc/source"?: string } };
  };
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === "string" ? target : target["@svc/source"];
    return source === undefined ? [] : [[join(name, entry), join(manifest, "..", source)] as const];
  });
}
