import { posix } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** A README's place in the checkout, and addresses of what it links. */
export interface LinkTargets {
  /** Folder of the package from the root: `packages/client`. */
  readonly folder: string;
  /** Names of the published packages by their folder. */
  readonly packages: ReadonlyMap<string, string>;
  /** Address of the repository; undefined: none is known yet. */
  readonly repository: string | undefined;
}

/**
 * A README as it stands alone on a registry's page: links to other packages lead to theirs, links to files into the
 * repository. Where none is known, the text of a link stays without it.
 */
export function standAlone(markdown: string, { folder, packages, repository }: LinkTargets): string {
  return markdown
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(LINK, rewrite)))
    .join("");

  function rewrite(_: string, text: string, target: string, fragment = ""): string {
    const path = posix.join(folder, target);
    const name = packages.get(path.replace(/\/README\.md$/, ""));
    if (name !== undefined) return `[${text}](https://www.npmjs.com/package/${name})`;
    return repository === undefined ? text : `[${text}](${repository}/blob/main/${path}${fragment})`;
  }
}

/** A link with a relative target: its text, path and fragment. */
const LINK: RegExp = /(?<!!)\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]+)?\)/g;

const BLOCK = 512;

/**
 * A packed package with another text in one of its files; everything else keeps its bytes.
 *
 * @throws Error where the package has no such file
 */
export function withFile(tarball: Uint8Array, name: string, change: (text: string) => string): Buffer {
  const tar = gunzipSync(tarball);
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(header.toString("latin1", 124, 136), 8);
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (header.toString("utf8", 0, header.indexOf(0)) === `package/${name}`) {
      const text = Buffer.from(change(tar.toString("utf8", at + BLOCK, at + BLOCK + size)));
      const padding = Buffer.alloc((BLOCK - (text.length % BLOCK)) % BLOCK);
      const parts = [tar.subarray(0, at), withSize(header, text.length), text, padding, tar.subarray(end)];
      return gzipSync(Buffer.concat(parts), { level: 9 });
    }
    at = end;
  }
  throw new Error(`${name} is not in the package`);
}

/** A header of the tar format for another size: its checksum is made while the checksum's own place has spaces. */
function withSize(header: Uint8Array, size: number): Buffer {
  const changed = Buffer.from(header);
  changed.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  changed.write(" ".repeat(8), 148, "latin1");
  const sum = changed.reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return changed;
}
