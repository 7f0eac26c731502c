import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { UsageError } from "@svc/codegen";
import { DocumentError, formatFinding, type ParsedDocument, parseDocument } from "@svc/model";
import type { Difference, DiffOptions } from "./diff/change.ts";
import { applyJudgement, type JudgedDifference } from "./diff/compiler/apply-judgement.ts";
import { diffDocuments } from "./diff/diff-documents.ts";
import { differencePage } from "./diff/html/page.ts";
import { writePage } from "./diff/html/write-page.ts";
import { toJson } from "./diff/print/to-json.ts";
import { printTree } from "./diff/print/tree.ts";
import { canonicalText } from "./diff/schema/canonical-text.ts";
import { createStyle } from "./workshop/style.ts";
import { detectTerminal } from "./workshop/terminal.ts";

const USAGE = `pnpm spec:diff OLD NEW [--json] [--html FILE] [--open-enums] [--no-compiler]

The semantic difference of two OpenAPI 3.0 or 3.1 documents, JSON or YAML, and the semver level that it asks of the SDK.
Methods, types and builders of what is in both are called as in OLD, as a bump lets them: what is added renames nothing.

  --json          one JSON object: level and changes
  --html FILE     write one page that shows it, and needs nothing else
  --open-enums    enums and unions of responses are emitted open: a new value or variant is minor
  --no-compiler  rules only: faster, and less sure`;

async function main(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(argv);
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [old, now] = positionals;
  if (old === undefined || now === undefined || positionals.length > 2)
    throw new UsageError(`Two documents are compared, ${positionals.length} given: pnpm spec:diff OLD NEW [--json]`);
  const [before, after] = readBoth(old, now);
  const compiler = values["no-compiler"] !== true;
  const difference = await diff(before, after, { openEnums: values["open-enums"] === true, compiler });
  const terminal = detectTerminal(process.stdout, process.env);
  if (values.html !== undefined) {
    const lineOf = (side: "old" | "new", pointer: string) =>
      (side === "old" ? before : after).positionOf(pointer)?.line;
    writePage(values.html, differencePage({ ...difference, from: old, to: now, lineOf }));
  }
  const text = values.json ? toJson(difference) : printTree(difference, createStyle(terminal.colour));
  terminal.write(`${text}\n`);
}

/** By the rules and, unless told or nothing differs, by the compiler. */
async function diff(
  before: ParsedDocument,
  after: ParsedDocument,
  { compiler, ...options }: DiffOptions & { readonly compiler: boolean },
): Promise<Difference & Partial<JudgedDifference>> {
  const { old, new: now, ...difference } = diffDocuments(before, after, options);
  if (!compiler || canonicalText(old) === canonicalText(now)) return difference;
  // The compiler takes longer to load than most documents to compare.
  const { judgeByCompiler } = await import("./diff/compiler/compiler-judge.ts");
  return applyJudgement(difference, judgeByCompiler(old, now));
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.filter((argument) => argument !== "--"),
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        html: { type: "string" },
        "open-enums": { type: "boolean" },
        "no-compiler": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n")[0] ?? "", { cause: error });
  }
}

/** Both documents, or what is wrong with either. */
function readBoth(old: string, now: string): [ParsedDocument, ParsedDocument] {
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

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const message = `cannot be read (${(error as NodeJS.ErrnoException).code}); give the path of an OpenAPI document`;
    throw new DocumentError([{ file, pointer: "", message }], { cause: error });
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof DocumentError) {
    for (const finding of error.findings) console.error(formatFinding(finding));
    process.exitCode = 1;
  } else if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = 2;
  } else throw error;
}
