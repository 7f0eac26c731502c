import { join } from "node:path";
import { canonicalText, diffDocuments, type JudgedDifference, type Level, shiftForVersion } from "@svc/diff";
import {
  createModel,
  DocumentError,
  formatFinding,
  formatRepair,
  operationRoutes,
  type ParsedDocument,
  parseDocument,
  type Repair,
  repairDocument,
} from "@svc/model";
import { compareTables } from "@svc/resources/infer";
import { judgeDifference } from "../compiler/judge-difference.ts";
import { LEDGER, writeLedger } from "../emit/spec.ts";
import { loadOverlaid, readLedger } from "../load-spec.ts";
import { readAtSource } from "../overlay/find-source.ts";
import { readText } from "../read/read-files.ts";
import { overlayOf } from "../repository/read-source.ts";
import { refuseStaleDeclarations } from "../stale-declarations.ts";
import { writeChangeset } from "./changeset.ts";
import { jsonOf, yamlOf } from "./exact-numbers.ts";
import { createLineFinder, createMethodFinder } from "./line-finder.ts";
import { compareVersions, freeFile, frozenVersions, historyFile } from "./read-versions.ts";
import type { Repository } from "./repository.ts";

export interface BumpOptions {
  readonly repository: Repository;
  /** File of the new document. */
  readonly file: string;
  /** Text of the document in YAML, where it is not that of the file. @default that of the file */
  readonly text?: string;
  /** Takes a version that did not increase, or another content under the same version. */
  readonly allowSameVersion: boolean;
}

/** The effects of a bump, none of which has happened yet. */
export interface BumpPlan extends JudgedDifference {
  readonly from: string;
  readonly to: string;
  /** True if the documents differ at all, also where no rule covers it. Order and layout do not count. */
  readonly isChanged: boolean;
  /** Level for the packages, shifted where they are below 1.0.0. */
  readonly packageLevel: Level;
  /** Changes of what the fake stores, one line each. */
  readonly stored: readonly string[];
  /** Overlay actions that match nothing in the new document. */
  readonly obsolete: readonly string[];
  /** Repairs of the new document, one line each; `files` has the overlay. */
  readonly repairs: readonly string[];
  /** Findings of the linter in the new document, one line each. */
  readonly lint: readonly string[];
  /** The changeset's text; undefined where no package changes. */
  readonly changeset: string | undefined;
  /** Files to write before generating, by path from the root. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Works out a bump from the document in `spec/` to another.
 *
 * @throws DocumentError where either document or the version does not do, or a declaration does not fit the new document.
 */
export async function planBump(options: BumpOptions): Promise<BumpPlan> {
  const { repository, file, allowSameVersion, text: given } = options;
  const spec = join(repository.root, "spec");
  const text = given ?? readText(file);
  const source = given === undefined ? parseDocument(text, file) : { ...parsed(given), file };
  const { old, overlaid, document, repairs, rounds, byRules, difference } = await judgeVersions(repository, source);
  if (repository.strict) refuseLoss(repairs);
  const { old: former, new: after } = byRules;
  const [from, to] = [former.version, after.version];
  const isChanged = canonicalText(old) !== canonicalText(document);
  if (isChanged) refuseStaleDeclarations(after, { ...overlaid, document });
  refuseName(to, file);
  if (!allowSameVersion) refuseVersion({ from, to, file, spec, isChanged });
  const packageLevel = shiftForVersion(difference.level, repository.version);
  const yaml = yamlOf(text);
  const before = readText(join(spec, "openapi.yaml"));
  const sides = { old: parsed(before), new: yaml === text ? source : parsed(yaml) };
  const frozen = jsonOf(old, sides.old, before);
  const frozenFile = freeFile(repository.root, historyFile("spec/history", from), frozen);
  const facts = { methodOf: createMethodFinder(after, former), lineOf: createLineFinder(sides) };
  const told = { from, to, changes: difference.changes, packages: repository.packages, ...facts };
  const changeset = packageLevel === "none" ? undefined : writeChangeset({ ...told, level: packageLevel });
  const name = to.replaceAll(/[^\w.-]/g, "-");
  // Beside those of earlier bumps, which may be those of another document with this version.
  const news: readonly (readonly [path: string, text: string | undefined])[] = [
    // Where a reviewer sees them, and may change what is assumed.
    [`spec/overlays/repairs-${name}.overlay.yaml`, overlayOf(rounds)],
    [`.changeset/document-${name}.md`, changeset],
  ];
  return {
    ...difference,
    from,
    to,
    isChanged,
    packageLevel,
    lint: (await repository.lint?.(yaml)) ?? [],
    changeset,
    files: new Map([
      ["spec/openapi.yaml", yaml],
      [frozenFile, frozen],
      // With the old names of what was renamed, which generating from the new document alone could not tell.
      [`spec/${LEDGER}`, writeLedger(after)],
      ...news.flatMap(([path, text]) =>
        text === undefined ? [] : [[freeFile(repository.root, path, text), text] as const],
      ),
    ]),
    stored: compareTables(former, after),
    obsolete: overlaid.unmatched.map(formatFinding),
    repairs: repairs.map(formatRepair),
  };
}

/** A new document beside that of a repository. */
async function judgeVersions({ root, configure = (document) => document }: Repository, source: ParsedDocument) {
  const { file } = source;
  const spec = join(root, "spec");
  const old = await loadOverlaid(spec, root);
  const overlaid = await loadOverlaid(spec, root, source);
  const names = readLedger(spec);
  const before = { document: configure(old.document), file: old.file };
  const formerRoutes = operationRoutes(createModel(before.document, { file: old.file, names }));
  const { document, repairs, rounds } = repairDocument(overlaid.document, { file, formerRoutes });
  const now = { document: configure(document), file };
  const byRules = readAtSource({ ...overlaid, document }, () => diffDocuments(before, now, { names }));
  // Rules explain, the compiler proves: where they disagree on what breaks, the higher level counts.
  const difference = await judgeDifference(byRules);
  return { old: old.document, overlaid, document, repairs, rounds, byRules, difference };
}

function parsed(text: string): ParsedDocument {
  return parseDocument(text, "spec/openapi.yaml");
}

/** Repairs that give up what the document means are guesses: published types would say `unknown` where there was a name. */
function refuseLoss(repairs: readonly Repair[]): void {
  const losses = repairs.filter(({ loss }) => loss !== undefined);
  if (losses.length === 0) return;
  throw new DocumentError(
    losses.map(({ file, pointer, wrong, advice, loss }) => ({
      file,
      pointer,
      message: `${wrong}; ${advice}, or say it in an overlay in spec/overlays/ (the repair would lose ${loss})`,
    })),
  );
}

/** The next bump freezes this document in a file that is called so. */
function refuseName(to: string, file: string): void {
  if (to !== "" && to.length <= 100) return;
  const message = `is ${to === "" ? "empty" : `${to.length} characters long`}; give a version of 1 to 100 characters`;
  throw new DocumentError([{ file, pointer: "/info/version", message }]);
}

type VersionCheck = Pick<BumpPlan, "from" | "to" | "isChanged"> & { readonly file: string; readonly spec: string };

function refuseVersion({ from, to, file, spec, isChanged }: VersionCheck): void {
  const refuse = (message: string): never => {
    throw new DocumentError([{ file, pointer: "/info/version", message }]);
  };
  if (to === from && isChanged) {
    refuse(`is "${to}" as before, but the content has changed; raise the version, or give --allow-same-version`);
  }
  if (compareVersions(to, from) < 0)
    refuse(`is "${to}", below "${from}"; give a newer document, or --allow-same-version`);
  if (to !== from && frozenVersions(join(spec, "history")).includes(to)) {
    refuse(`is "${to}", which was released before; raise the version, or give --allow-same-version`);
  }
}
