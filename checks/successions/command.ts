import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type ChangesetInput,
  compareVersions,
  createLineFinder,
  createMethodFinder,
  writeChangeset,
} from "@svc/codegen/bump";
import { judgeDifference } from "@svc/codegen/workspace";
import { diffDocuments, type JudgedDifference } from "@svc/diff";
import { DocumentError, type ParsedDocument, parseDocument } from "@svc/model";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { openCorpus } from "../documents/run/corpus.ts";

export const testSuccessions = defineCommand({
  options: {
    corpus: { type: "string", value: "FILE.tar.xz|DIR", text: "archive or folder of documents" },
    match: { type: "string", value: "TEXT", text: "only successions whose name contains TEXT" },
    back: { type: "boolean", text: "each succession also the other way round" },
    changelogs: { type: "string", value: "DIR", text: "writes the changelog of each succession into DIR" },
  },
  description: `Compares the successive versions of each service in a corpus, with the compiler as judge, and prints a table: level, changes,
operations judged and refused, seconds. Exits 1 where the rules call something compatible that the compiler refuses.`,
  async run({ values }) {
    using corpus = openCorpus({ corpus: values.corpus });
    const there = findSuccessions(corpus.files).filter(({ name }) => name.includes(values.match ?? ""));
    const all = values.back ? there.flatMap((one) => [one, reversed(one)]) : there;
    console.log("| succession | level | major | minor | patch | judged | refused | missed | s |");
    console.log("|---|---|---|---|---|---|---|---|---|");
    const results: Result[] = [];
    for (const succession of all) {
      const result = await compare(succession);
      results.push(result);
      if (values.changelogs !== undefined && result.changelog !== undefined)
        writeChangelog(values.changelogs, succession.name, result.changelog);
      console.log(rowOf(result));
    }
    const judged = results.flatMap(({ difference }) => difference ?? []);
    const sum = (count: (one: JudgedDifference) => number) => judged.reduce((total, one) => total + count(one), 0);
    const missed = sum((one) => missedIn(one).length);
    console.log(
      `\n${judged.length} successions, ${sum(({ compiler }) => compiler.checked)} operations judged, ${sum(({ compiler }) => compiler.refused)} refused, ${missed} of them called compatible by the rules; ${results.length - judged.length} documents refused`,
    );
    for (const { succession, difference, refused } of results) {
      if (refused !== undefined) console.log(`${succession.name}: ${refused}`);
      for (const { operation, reason } of difference === undefined ? [] : missedIn(difference))
        console.log(`${succession.name}: ${operation}: ${reason}`);
    }
    return missed === 0 && judged.length > 0 ? 0 : 1;
  },
});

interface Result {
  readonly succession: Succession;
  /** Absent where one of the documents is refused. */
  readonly difference?: JudgedDifference;
  readonly refused?: string;
  /** Absent where nothing changed, too. */
  readonly changelog?: string;
  readonly seconds: number;
}

function writeChangelog(folder: string, succession: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${succession.replaceAll(/[^\w.-]+/g, "-")}.md`), text);
}

function reversed({ name, old, now }: Succession): Succession {
  return { name: `${name}, back`, old: now, now: old };
}

async function compare(succession: Succession): Promise<Result> {
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  try {
    const [old, now] = [succession.old, succession.now].map((file) =>
      parseDocument(readFileSync(file, "utf8"), basename(file)),
    ) as [ParsedDocument, ParsedDocument];
    const byRules = diffDocuments(old, now);
    const difference = await judgeDifference(byRules);
    const { level, changes } = difference;
    const versions = { from: byRules.old.version, to: byRules.new.version };
    const methodOf = createMethodFinder(byRules.new, byRules.old);
    const changelog =
      level === "none" ? undefined : changelogOf({ old, now }, { ...versions, level, changes, methodOf });
    return { succession, difference, ...(changelog !== undefined && { changelog }), seconds: seconds() };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { succession, refused: error.findings[0]?.message ?? "refused", seconds: seconds() };
  }
}

/** The changelog that a bump between the documents would write. */
function changelogOf(
  { old, now }: { readonly old: ParsedDocument; readonly now: ParsedDocument },
  changes: Pick<ChangesetInput, "from" | "to" | "level" | "changes" | "methodOf">,
): string {
  return writeChangeset({
    ...changes,
    frozenFile: old.file,
    packages: [],
    names: { client: "svc", types: "@svc/types" },
    lineOf: createLineFinder({ old, new: now }),
  });
}

/** Changes that the compiler refuses and no rule called breaking. */
function missedIn({ compiler }: JudgedDifference): JudgedDifference["compiler"]["disagreements"] {
  return compiler.disagreements.filter((one) => one.compiler === "refuses");
}

function rowOf({ succession, difference, seconds }: Result): string {
  const time = seconds.toFixed(1);
  if (difference === undefined) return `| ${succession.name} | refused | | | | | | | ${time} |`;
  const { level, changes, compiler } = difference;
  const counts = (["major", "minor", "patch"] as const).map((one) => changes.filter((c) => c.level === one).length);
  const cells = [succession.name, level, ...counts, compiler.checked, compiler.refused, missedIn(difference).length];
  return `| ${[...cells, time].join(" | ")} |`;
}

/** Two documents of one service, of which the second came after the first. */
interface Succession {
  /** `CheckoutService v67 → v68`. */
  readonly name: string;
  /** Paths of the documents. */
  readonly old: string;
  readonly now: string;
}

/** A file whose name tells a service and its version: `adyen_openapi_json_CheckoutService_v67.json`, `..._preview.json`. */
const VERSIONED = /^(?<service>.+?)_(?<version>v\d+(?:\.\d+)*|preview)\.(?:json|ya?ml)$/;

/**
 * Successive versions of each service among the files: by number, and a preview after what it previews. A version that is there as
 * JSON and as YAML counts once.
 */
export function findSuccessions(files: readonly string[]): Succession[] {
  const services = new Map<string, Map<string, string>>();
  for (const file of files) {
    const { service, version } = partsOf(basename(file), files);
    const versions = services.get(service) ?? new Map<string, string>();
    if (!versions.has(version)) versions.set(version, file);
    services.set(service, versions);
  }
  return [...services].flatMap(([service, versions]) => {
    const inOrder = [...versions].sort(([a], [b]) => order(a, b));
    return inOrder.slice(1).flatMap(([version, now], index) => {
      const [before, old] = inOrder[index] ?? [];
      return before === undefined || old === undefined ? [] : [{ name: `${service} ${before} → ${version}`, old, now }];
    });
  });
}

function partsOf(file: string, all: readonly string[]): { readonly service: string; readonly version: string } {
  const match = VERSIONED.exec(file)?.groups;
  const stem = file.replace(/\.(?:json|ya?ml)$/, "");
  if (match === undefined) return { service: shortName(stem), version: "stable" };
  const service = shortName(match["service"] ?? "");
  const isPreview = match["version"] === "preview";
  // A preview without what it previews is a service of its own.
  const hasStable = all.some((other) => shortName(basename(other).replace(/\.(?:json|ya?ml)$/, "")) === service);
  if (isPreview && !hasStable) return { service: shortName(stem), version: "stable" };
  return { service, version: match["version"] ?? "" };
}

/** Without the format, which the archive's names tell before the service's. */
function shortName(stem: string): string {
  return stem.replace(/_(?:json|yaml)_/, "_");
}

function order(a: string, b: string): number {
  if (a === "stable" || b === "stable") return a === b ? 0 : a === "stable" ? -1 : 1;
  return compareVersions(a, b);
}
