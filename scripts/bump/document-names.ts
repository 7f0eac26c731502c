import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSources } from "@svc/codegen/bump";
import type { Model } from "@svc/model";

/** A file that is written by hand. */
export interface Source {
  /** Path from the root of the checkout. */
  readonly file: string;
  /** Its text without comments, which may show an example of a call. */
  readonly text: string;
}

const LEFT_OUT: readonly RegExp[] = [
  // Where no git tells, in the stage of a bump: what tools put there meanwhile.
  /(?:^|\/)\.[^/]+\//,
  /(?:^|\/)generated\//,
  // Programs and pages for the committed document, which wait for people in a bump.
  /^(?:examples|docs\/guides|docs\/console)\//,
  // Tests have documents of their own, some with the same names.
  /\.test(?:-d)?\.[cm]?[jt]s$/,
  /^(?:packages|engines)\/[^/]+\/test(?:-support)?\//,
];

/** The code of a checkout that is written by hand, and for any document. */
export function handWrittenSources(root: string): Source[] {
  return listSources(root)
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !LEFT_OUT.some((pattern) => pattern.test(file)))
    .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), "utf8")) }));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Names of a document: operations, paths, methods where they are called, builders, schemas and fields. Of one word alone none: code has them by chance. */
export function namesOf(model: Model): string[] {
  const own = [
    // A short method, `files.get`, is written by chance where it is not called at a client.
    ...model.operations.flatMap(({ id, path, name }) => [
      id,
      path,
      `${name.length < 3 ? "svc." : ""}${name.join(".")}`,
    ]),
    ...Object.values(model.schemas).flatMap(({ wireName, builderName, schema }) => [
      wireName,
      `build.${builderName}`,
      ...Object.keys(schema.properties ?? {}),
    ]),
  ];
  return [...new Set(own)].filter((name) => /[_/.]|[a-z][A-Z]/.test(name));
}

/** Places of names in sources, by name. A name counts as a word of its own, a path at the end of an address, with or without values in it. */
export function findNames(sources: readonly Source[], names: readonly string[]): Map<string, string[]> {
  const words = new Map(sources.map(({ file, text }) => [file, new Set(text.match(/\w+/g))]));
  const found = names.map((name): [string, string[]] => {
    // Documents have thousands of names: most are looked up, and few files are searched.
    const isWord = /^\w+$/.test(name);
    const pattern = patternOf(name);
    const [first = ""] = name.split(/[{}]/);
    const has = ({ file, text }: Source): boolean =>
      isWord ? words.get(file)?.has(name) === true : text.includes(first) && pattern.test(text);
    return [name, sources.filter(has).map(({ file }) => file)];
  });
  return new Map(found.filter(([, files]) => files.length > 0));
}

function patternOf(name: string): RegExp {
  const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (!name.startsWith("/")) return new RegExp(`(?<!\\w)${plain(name)}(?!\\w)`);
  const segments = name.split(/\{[^{}]*\}/).map(plain);
  return new RegExp(`(?<=["'\`}])${segments.join("[^/\\s\"'`]+")}(?![\\w./-])`);
}
