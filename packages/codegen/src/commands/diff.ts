import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  canonicalText,
  type Difference,
  type DiffOptions,
  diffDocuments,
  isAbove,
  type JudgedDifference,
  LEVELS,
  type Level,
  printTree,
  toJson,
} from "@svc/diff";
import { DocumentError, type NameLedger, type ParsedDocument, parseDocument } from "@svc/model";
import { type Command, defineCommand } from "../cli/command.ts";
import { judgeDifference } from "../compiler/judge-difference.ts";
import { LEDGER } from "../emit/spec.ts";
import { loadOverlaid, readLedger } from "../load-spec.ts";
import { readText } from "../read/read-files.ts";
import { createStyle, detectTerminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The difference of two documents. */
export const diff: Command = defineCommand({
  operands: ["OLD", "NEW"],
  options: {
    json: { type: "boolean", text: "one JSON object: level and changes" },
    "open-enums": {
      type: "boolean",
      text: "enums and unions of responses are emitted open: a new value or variant is minor",
    },
    "fail-on": {
      type: "string",
      value: "LEVEL",
      text: "exit code 1 for this level or a higher one: patch, minor, major",
    },
    "no-compiler": { type: "boolean", text: "rules only: faster, but less certain" },
  },
  description: `Compares two OpenAPI 3.0 or 3.1 documents, JSON or YAML, and reports the semver level that the change
requires of the SDK. Methods, types and builders keep their names in OLD, as in a bump: additions rename nothing, and
renamed ones keep the old name as a deprecated alias. If one of them is spec/openapi.yaml of a repository, its
overlays are applied to both.`,
  async run({ values, operands: [old = "", now = ""] }) {
    const failOn = parseFailOn(values["fail-on"]);
    const { documents, names } = await readDocuments(old, now);
    const [before, after] = documents;
    const compiler = values["no-compiler"] !== true;
    const difference = await compare(before, after, { openEnums: values["open-enums"] === true, compiler, ...names });
    const terminal = detectTerminal(process.stdout, process.env);
    const text = values.json ? toJson(difference) : printTree(difference, createStyle(terminal.colour));
    terminal.write(`${text}\n`);
    return failOn !== undefined && !isAbove(failOn, difference.level) ? 1 : 0;
  },
});

/** Reads the value of `--fail-on`. @throws UsageError where it is no level that anything can have */
function parseFailOn(text: string | undefined): Level | undefined {
  const level = LEVELS.find((one) => one === text && one !== "none");
  if (text === undefined || level !== undefined) return level;
  throw new UsageError(`--fail-on takes patch, minor or major, not ${text}.`);
}

/** By the rules and, unless told or nothing differs, by the compiler. */
async function compare(
  before: ParsedDocument,
  after: ParsedDocument,
  { compiler, ...options }: DiffOptions & { readonly compiler: boolean; readonly names?: NameLedger },
): Promise<Difference & Partial<JudgedDifference>> {
  const difference = diffDocuments(before, after, options);
  const { old, new: now, ...byRules } = difference;
  const differs = () => byRules.changes.length > 0 || canonicalText(old) !== canonicalText(now);
  return compiler && differs() ? judgeDifference(difference) : byRules;
}

type Both = readonly [before: ParsedDocument, after: ParsedDocument];

/**
 * Two documents as a bump compares them: where one is that of a spec folder, the folder's overlays are applied to both, but not to
 * a version that was frozen with them, and methods have the names that were released.
 */
export async function readDocuments(
  old: string,
  now: string,
): Promise<{ readonly documents: Both; readonly names?: { readonly names: NameLedger } }> {
  const documents = readBoth(old, now);
  const folder = documents.map(({ file }) => specFolder(file)).find((found) => found !== undefined);
  if (folder === undefined) return { documents };
  const isFrozen = ({ file }: ParsedDocument) => dirname(resolve(file)) === join(folder, "history");
  const overlay = async (source: ParsedDocument): Promise<ParsedDocument> =>
    isFrozen(source) ? source : { ...source, document: (await loadOverlaid(folder, process.cwd(), source)).document };
  const [before, after] = documents;
  // The folder has the names of its present document: a frozen one may have had others.
  const names = !isFrozen(before) && { names: { names: readLedger(folder) } };
  return { documents: [await overlay(before), await overlay(after)], ...names };
}

/** The folder of a document that has overlays and released names beside it. */
function specFolder(file: string): string | undefined {
  const folder = dirname(resolve(file));
  return basename(file).startsWith("openapi.") && existsSync(join(folder, LEDGER)) ? folder : undefined;
}

/** Both documents, or what is wrong with either. */
function readBoth(old: string, now: string): Both {
  const findings: DocumentError["findings"][number][] = [];
  const read = (file: string) => {
    try {
      return parseDocument(readText(file), file);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      findings.push(...error.findings);
      return undefined;
    }
  };
  const [before, after] = [read(old), read(now)];
  if (before === undefined || after === undefined) throw new DocumentError(findings);
  return [before, after];
}
