import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { type Change, type DocumentDifference, diffDocuments } from "@svc/diff";
import { escapeInvisible } from "@svc/model";
import { type Command, defineCommand } from "../cli/command.ts";
import { readDocuments } from "../commands/diff.ts";
import { aliasOf } from "../emit/types/schema-aliases.ts";
import { detectTerminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { replaceOutputs } from "../write/replace-outputs.ts";
import { findArgumentChanges, isOfArguments, PLACEHOLDER } from "./call-arguments.ts";
import { findMentions } from "./find-mentions.ts";
import { findRenames, type Rename } from "./find-renames.ts";
import { isGeneratedFile, oldNames } from "./old-names.ts";
import { proseOf } from "./programs-of-page.ts";
import { readProgram, readSources, type Sources } from "./read-program.ts";
import { type RewriteOptions, rewrite, type Watched } from "./rewrite.ts";

export { mapPrograms } from "./programs-of-page.ts";

const terminal = detectTerminal(process.stdout, process.env);
const say = (text: string): void => terminal.write(`${escapeInvisible(text)}\n`);

/**
 * Rewrites users' code from one version of a document to another.
 *
 * @param entries files of packages by their names, for code beside which none are installed @default none
 */
export function codemodCommand(entries: ReadonlyMap<string, string> = new Map()): Command {
  return defineCommand({
    operands: ["FROM", "TO", "[PATHS ...]"],
    options: {
      packages: {
        type: "string",
        value: "SCOPE|DIR",
        text: "scope of the SDK's packages, or folder of a generated tree (default: @svc)",
      },
      "dry-run": { type: "boolean", text: "say what would be rewritten, and write nothing" },
    },
    description: `Rewrites code that was written against the SDK of document FROM for that of document TO: renamed methods, parameters, properties,
types, builders, operation ids and paths, found by their types and not by their spelling alone; parameters that are gone are taken
out, and for those that are required now ${PLACEHOLDER} stands where a value belongs. What it cannot rewrite it lists with the line of the
changelog: uses of what is gone, and old names in comments, texts, Markdown and other files that no type explains. PATHS are
files and folders, Markdown with programs in it as well; run it before the packages are updated.`,
    async run({ values, operands: [from = "", to = "", ...paths] }) {
      if (paths.length === 0) throw new UsageError("Expected FROM TO PATHS, and there are no paths.");
      const { documents, names } = await readDocuments(from, to);
      const changes = changesBetween(diffDocuments(...documents, names));
      const packages = values.packages ?? "@svc";
      const { rewritten, count, of, left } = rewritePaths(paths, { changes, packages, entries });
      for (const { kind, path, to: name } of changes.renames) say(`${kind} ${path.join(".")} → ${name}`);
      const outputs = [...rewritten].map(([file, content]) => ({ path: realpathSync(file), content }));
      if (!values["dry-run"]) replaceOutputs(outputs);
      for (const file of rewritten.keys()) say(`rewritten: ${relative(process.cwd(), file)}`);
      for (const { file, line, text, message } of left)
        say(
          `left: ${relative(process.cwd(), file)}:${line}: ${text.slice(0, 200).replaceAll(/\s+/g, " ").slice(0, 60)}: ${message}`,
        );
      say(
        `${count} ${count === 1 ? "place" : "places"} in ${rewritten.size} of ${of} files${values["dry-run"] ? " would be" : ""} rewritten, ${left.length} left`,
      );
      return 0;
    },
  });
}

export type CodeChanges = Pick<RewriteOptions, "renames" | "watched" | "calls" | "names">;

/**
 * Everything between two documents that users' code may have to follow.
 *
 * @param exemplary see {@link findArgumentChanges}
 */
export function changesBetween(difference: DocumentDifference, exemplary = false): CodeChanges {
  const { changes, old, new: now } = difference;
  const renames = findRenames(old, now, changes);
  const watched = watchedOf(changes, renames, old);
  const calls = findArgumentChanges(difference, renames, exemplary);
  return { renames, watched, calls, names: oldNames(renames, watched, now) };
}

interface RewritePathsOptions {
  readonly changes: CodeChanges;
  /** Scope of the packages, or folder of a generated tree. */
  readonly packages: string;
  /** Files of packages by their names, for code beside which none are installed. */
  readonly entries: ReadonlyMap<string, string>;
}

/**
 * New contents of files that change, and places that are left to people; writes nothing.
 *
 * @throws UsageError where nothing uses the packages
 */
export function rewritePaths(paths: readonly string[], { changes, packages, entries }: RewritePathsOptions) {
  const { code, texts, left: unread } = readSources(paths);
  const isGenerated = isGeneratedFile(packages);
  const names = namesOf(changes);
  const files = new Map([...code].filter(([, text]) => names.some((name) => text.includes(name))));
  const readUsers = (some: Sources["code"]) => {
    const program = readProgram(some, entries);
    return program.getSourceFiles().some(({ fileName }) => isGenerated(fileName)) ? program : undefined;
  };
  const program = readUsers(files) ?? readUsers(code);
  if (program === undefined)
    throw new UsageError(`No file imports packages of ${packages}: install them, or give --packages.`);
  const { files: rewritten, count, left } = rewrite(program, { files, ...changes, isGenerated });
  const mentioned = [...texts].flatMap(([file, text]) =>
    findMentions(proseOf(file, text), changes.names).map((one) => ({ file, ...one })),
  );
  const of = new Set([...files.keys(), ...texts.keys()]).size;
  return { rewritten, count, of, left: [...left, ...mentioned, ...unread] };
}

/** A file without any of these has nothing to follow. */
function namesOf({ renames, watched, calls }: CodeChanges): string[] {
  const paths = [...[...renames, ...watched].map(({ path }) => path), ...calls.map(({ method }) => method)];
  return paths.map((path) => path.at(-1) ?? "");
}

/** Breaking changes that are no renames: uses of them are listed with the line of the changelog. */
function watchedOf(changes: readonly Change[], renames: readonly Rename[], old: DocumentDifference["old"]): Watched[] {
  const settled = new Set(renames.map(({ pointer }) => pointer));
  return changes.flatMap(({ level, rule, pointer, pointerOld = pointer, message, operations }): Watched[] => {
    if (level !== "major" || settled.has(pointerOld) || isOfArguments({ rule })) return [];
    const property = /^\/components\/schemas\/([^/]+)\/properties\/([^/]+)/.exec(pointerOld);
    if (property !== null) {
      const isGone = rule === "property-removed" && { isGone: "member" as const };
      const type = aliasOf(old.schemas[property[1] ?? ""]?.typeName ?? "");
      return [{ path: [type, property[2] ?? ""], message, ...isGone }];
    }
    // A change of a shared schema reaches too many calls to be of use at each.
    if (!pointerOld.startsWith("/paths/")) return [];
    return operations.flatMap((id) => {
      const name = old.operations.find((operation) => operation.id === id)?.name;
      const isGone = rule === "operation-removed" && { isGone: "method" as const };
      return name === undefined ? [] : [{ path: name, message, ...isGone }];
    });
  });
}
