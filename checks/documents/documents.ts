import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** A document of somebody else's. */
export interface ForeignDocument {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

const SHARED = resolve(import.meta.dirname, "../../../shared/documents");

/** The documents that lie beside the checkout, and GitHub's where it is installed. */
export function foreignDocuments(): ForeignDocument[] {
  const shared = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => /\.(?:json|ya?ml)$/.test(name)) : [];
  const github = githubDocument();
  return [
    ...shared.sort().map((name) => ({ name: name.replace(/\.\w+$/, ""), file: join(SHARED, name) })),
    ...(github === undefined ? [] : [{ name: "github", file: github }]),
  ];
}

/** GitHub's REST document, of the package `@octokit/openapi`; undefined where it is not installed. */
export function githubDocument(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve("@octokit/openapi/package.json");
    const file = join(dirname(manifest), "generated/api.github.com.json");
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
