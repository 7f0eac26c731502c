import { join } from "node:path";
import {
  canonicalText,
  changesFor,
  createPlaceFinder,
  type Difference,
  diffDocuments,
  type JudgedDifference,
  type Level,
  shiftForVersion,
} from "@svc/diff";
import {
  type Contract,
  createModel,
  DocumentError,
  formatFinding,
  formatRepair,
  type Model,
  operationRoutes,
  type ParsedDocument,
  parseDocument,
  type Repair,
  repairDocument,
  toOverlay,
} from "@svc/model";
import { stringify } from "yaml";
import { judgeDifference } from "../compiler/judge-difference.ts";
import { LEDGER, loadOverlaid, readLedger, writeLedger } from "../load-spec.ts";
import { applyOverlay } from "../overlay/apply-overlay.ts";
import { readAtSource } from "../overlay/find-source.ts";
import { writeOverlay } from "../read/prepare-document.ts";
import { readText } from "../read/read-text.ts";
import { refuseStaleDeclarations } from "../stale-declarations.ts";
import { type ChangesetInput, writeChangeset } from "./changeset.ts";
import { createLineFinder, createMethodFinder } from "./line-finder.ts";
import { compareVersions, frozenVersions, historyFile } from "./read-versions.ts";
import type { Repository } from "./repository.ts";
import { findSilence, keepSilence } from "./silence.ts";

export interface BumpOptions {
  readonly repository: Repository;
  /** File of the new document. */
  readonly file: string;
  /** Text of the document in YAML, where it is not that of the file. @default that of the file */
  readonly text?: string;
  /** Takes a version that did not increase, or another content under the same version. */
  readonly allowSameVersion: boolean;
  /** Keeps what the new version merely stopped saying, by an overlay. @default false */
  readonly keep?: boolean;
  /** The part of the service that a test suite uses. */
  readonly contract?: Contract;
}

/** The effects of a bump, none of which has happened yet. */
export interface BumpPlan extends JudgedDifference {
  /** Changes that a contract's users would notice. Absent where none was given. */
  readonly forContract?: Difference;
  readonly from: string;
  readonly to: string;
  /** True if the documents differ at all, also where no rule covers it. Order and layout do not count. */
  readonly isChanged: boolean;
  /** Level for the packages, shifted where they are below 1.0.0. */
  readonly packageLevel: Level;
  /** Overlay actions that match nothing in the new document. */
  readonly obsolete: readonly string[];
  /** Parts of the old document that the new version merely stopped saying. Absent where it says all. */
  readonly silence?: {
    /** One line each. */
    readonly lines: readonly string[];
    /** The level if all of it is kept, and if it is not. */
    readonly kept: Level;
    readonly dropped: Level;
    /** Whether this plan keeps it: then `files` has the overlay. */
    readonly isKept: boolean;
  };
  /** Repairs of the new document, one line each; `files` has the overlay. */
  readonly repairs: readonly string[];
  /** Findings of the linter in the new document, one line each. */
  readonly lint: readonly string[];
  /** The changeset's text; undefined where no package changes. */
  readonly changeset: string | undefined;
  /** Line of a pointer, in the old document or in the new one as it will be in `spec/`. */
  readonly lineOf: (side: "old" | "new", pointer: string) => number | undefined;
  /** Files to write before generating, by path from the root. */
  readonly files: ReadonlyMap<string, string>;
  readonly models: { readonly old: Model; readonly new: Model };
}

/**
 * Works out a bump from the document in `spec/` to another.
 *
 * @throws DocumentError where either document or the version does not do, or a declaration does not fit the new document.
 */
export async function planBump(options: BumpOptions): Promise<BumpPlan> {
  const { repository, file, allowSameVersion, keep = false, contract, text: given } = options;
  const spec = join(repository.root, "spec");
  const text = given ?? readText(file);
  const source = given === undefined ? parseDocument(text, file) : { ...parsed(given), file };
  const { old, overlaid, silence, overlay, plain, kept } = await judgeVersions(repository, source);
  if (repository.strict) refuseLoss(plain.repairs);
  const { document, repairs, rounds, byRules, difference } = keep && kept !== undefined ? kept : plain;
  const { old: former, new: after } = byRules;
  const [from, to] = [former.version, after.version];
  const isChanged = canonicalText(old) !== canonicalText(document);
  if (isChanged) refuseStaleDeclarations(after, { ...overlaid, document });
  refuseName(to, file);
  if (!allowSameVersion) refuseVersion({ from, to, file, spec, isChanged });
  const packageLevel = shiftForVersion(difference.level, repository.version);
  const yaml = toYaml(text, source);
  const sides = { old: parsed(readText(join(spec, "openapi.yaml"))), new: yaml === text ? source : parsed(yaml) };
  const changeset = changesetOf({
    from,
    to,
    level: packageLevel,
    changes: difference.changes,
    methodOf: createMethodFinder(after, former),
    packages: repository.packages,
    names: repository.names,
    lineOf: createLineFinder(sides),
  });
  const find = { old: createPlaceFinder(old), new: createPlaceFinder(document) };
  const forContract = contract && changesFor(contract, difference, { old: former, new: after, find });
  return {
    ...difference,
    from,
    to,
    isChanged,
    packageLevel,
    lint: (await repository.lint?.(yaml)) ?? [],
    changeset,
    files: filesToWrite({ old, yaml, former, after, overlay: keep ? overlay : undefined, rounds, changeset }),
    lineOf: (side, pointer) => sides[side].positionOf(pointer)?.line,
    models: { old: former, new: after },
    ...(forContract && { forContract }),
    obsolete: overlaid.unmatched.map(formatFinding),
    ...(kept && {
      silence: {
        lines: silence.map(({ what, pointer }) => `${what} (#${pointer})`),
        kept: kept.difference.level,
        dropped: plain.difference.level,
        isKept: keep,
      },
    }),
    repairs: repairs.map(formatRepair),
  };
}

/** A new document beside that of a repository: as it is, and with what it merely stopped saying. */
async function judgeVersions({ root, configure = (document) => document }: Repository, source: ParsedDocument) {
  const { file } = source;
  const spec = join(root, "spec");
  const old = await loadOverlaid(spec, root);
  const overlaid = await loadOverlaid(spec, root, source);
  const names = readLedger(spec);
  const before = { document: configure(old.document), file: old.file };
  const formerRoutes = operationRoutes(createModel(before.document, { file: old.file, names }));
  const judge = async (given: unknown) => {
    const { document, repairs, rounds } = repairDocument(given, { file, formerRoutes });
    const now = { document: configure(document), file };
    const byRules = readAtSource({ ...overlaid, document }, () => diffDocuments(before, now, { names }));
    // Rules explain, the compiler proves: where they disagree on what breaks, the higher level counts.
    return { document, repairs, rounds, byRules, difference: await judgeDifference(byRules) };
  };
  const plain = await judge(overlaid.document);
  const versions = [
    { document: old.document, model: plain.byRules.old },
    { document: overlaid.document, model: plain.byRules.new },
  ] as const;
  const silence = findSilence(...versions);
  const overlay = silence.length === 0 ? undefined : keepSilence(silence, ...versions);
  const kept = overlay && (await judge(applyOverlay(overlaid.document, overlay).document));
  return { old: old.document, overlaid, silence, overlay, plain, kept };
}

interface Writing {
  /** The document that is frozen. */
  readonly old: unknown;
  readonly yaml: string;
  readonly former: Model;
  readonly after: Model;
  /** Overlay that keeps what the new document stopped saying. */
  readonly overlay: Parameters<typeof writeOverlay>[0] | undefined;
  readonly rounds: Parameters<typeof toOverlay>[0];
  readonly changeset: string | undefined;
}

/** Files to write before generating, by path from the root. */
function filesToWrite({ old, yaml, former, after, overlay, rounds, changeset }: Writing): Map<string, string> {
  const to = after.version.replaceAll(/[^\w.-]/g, "-");
  const repairs = rounds.length === 0 ? undefined : toOverlay(rounds, "spec/openapi.yaml");
  return new Map([
    ["spec/openapi.yaml", yaml],
    [historyFile("spec/history", former.version), `${JSON.stringify(old, null, 2)}\n`],
    // With the old names of what was renamed, which generating from the new document alone could not tell.
    [`spec/${LEDGER}`, writeLedger(after)],
    ...(overlay ? [[`spec/overlays/keep-${to}.overlay.yaml`, writeOverlay(overlay)] as const] : []),
    // Where a reviewer sees them, and may change what is assumed.
    ...(repairs ? [[`spec/overlays/repairs-${to}.overlay.yaml`, writeOverlay(repairs)] as const] : []),
    ...(changeset === undefined ? [] : [[`.changeset/document-${to}.md`, changeset] as const]),
  ]);
}

/** Undefined where no package changes. */
function changesetOf({ level, ...input }: Omit<ChangesetInput, "level"> & { level: Level }): string | undefined {
  return level === "none" ? undefined : writeChangeset({ ...input, level });
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

/** The document stays as its authors wrote it; JSON becomes YAML, since the file is called so. */
function toYaml(text: string, { document }: ParsedDocument): string {
  return /^\s*\{/.test(text) ? stringify(document, { lineWidth: 120, aliasDuplicateObjects: false }) : text;
}
