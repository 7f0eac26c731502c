import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Model, Parameter } from "@svc/model";
import type { OldName } from "./find-mentions.ts";
import type { Rename } from "./find-renames.ts";
import type { Watched } from "./rewrite.ts";

/**
 * Names of the old document that the new one has no more: those that are renamed, and those of {@link Watched} that are gone.
 * A name of one word, or that something else has still, is looked for only in quotes and code marks: as a word of a sentence it
 * would be anything.
 */
export function oldNames(renames: readonly Rename[], watched: readonly Watched[], now: Model): OldName[] {
  const taken = memberNames(now);
  const texts = new Map<string, string>();
  const add = (text: string, message: string): void => void (texts.has(text) || texts.set(text, message));
  // People name their own variables as placeholders of paths are named; of a builder and a property, a text names the property.
  const isAmbiguous = ({ kind, path }: Rename): boolean =>
    kind === "placeholder" || (kind === "builder" && taken.has(textOf(kind, path)));
  for (const rename of renames) if (!isAmbiguous(rename)) add(textOf(rename.kind, rename.path), rename.message);
  for (const { path, message, isGone } of watched) if (isGone) add(textOf(isGone, path), message);
  return [...texts].map(([text, message]) => ({ pattern: patternOf(text, taken), message }));
}

/** A name as people write it: a method with its namespaces, all else by itself. */
function textOf(kind: Rename["kind"], path: readonly string[]): string {
  return kind === "method" ? path.join(".") : (path.at(-1) ?? "");
}

function patternOf(text: string, taken: ReadonlySet<string>): RegExp {
  const name = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const isTelling = /[^A-Za-z]|[a-z][A-Z]/.test(text) && !taken.has(text);
  return new RegExp(isTelling ? String.raw`(?<![\w$-])${name}(?![\w$-])` : `(?<=["'\`])${name}(?=["'\`])`, "g");
}

/** Names of all properties and parameters of a document. */
function memberNames({ schemas, operations }: Model): ReadonlySet<string> {
  const found = new Set<string>(operations.flatMap(({ parameters }) => parameters.map(({ name }: Parameter) => name)));
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === "properties" && typeof child === "object")
        for (const name of Object.keys(child ?? {})) found.add(name);
      visit(child);
    }
  };
  visit([schemas, operations]);
  return found;
}

/** Files of packages in a checkout: their sources and what is built of them. Users keep packages in such folders, too. */
const CHECKOUT = /^(.*[\\/]packages[\\/]\w+)[\\/](?:dist|src|test)[\\/]/;

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
  const known = new Map<string, boolean>();
  const isOfScope = (folder: string): boolean => {
    const has = (): boolean =>
      existsSync(join(folder, "src/generated")) && nameOf(join(folder, "package.json")).startsWith(`${packages}/`);
    const isKnown = known.get(folder) ?? has();
    known.set(folder, isKnown);
    return isKnown;
  };
  return (file) => {
    const folder = CHECKOUT.exec(file)?.[1];
    return installed.test(file) || (folder !== undefined && isOfScope(folder));
  };
}

function nameOf(manifest: string): string {
  return existsSync(manifest) ? (/"name": *"([^"]+)"/.exec(readFileSync(manifest, "utf8"))?.[1] ?? "") : "";
}
