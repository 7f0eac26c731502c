import { resolve, sep } from "node:path";

/** Files of the packages of this repository's checkout: their sources and what is built of them. */
const CHECKOUT = /[\\/]packages[\\/]\w+[\\/](?:dist|src|test)[\\/]/;

/**
 * Tells the declarations that were generated from a document by their files.
 *
 * @param packages scope of the packages (`@svc`), or folder of a generated tree
 */
export function isGeneratedFile(packages: string): (file: string) => boolean {
  if (!packages.startsWith("@")) {
    const folder = resolve(packages) + sep;
    return (file) => resolve(file).startsWith(folder);
  }
  const scope = packages.replaceAll(/[^\w@-]/g, "\\$&");
  const installed = new RegExp(String.raw`[\\/]${scope}[\\/][\w.-]+[\\/](?:dist|src|test)[\\/]`);
  return (file) => installed.test(file) || CHECKOUT.test(file);
}
