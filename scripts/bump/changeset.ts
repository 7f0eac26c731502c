import { code, join, type Markdown, markdown, md } from "../codegen/quote/index.ts";
import type { Change } from "../diff/change.ts";
import type { Level } from "../diff/level.ts";

/** The packages of the fixed group: they always share one version. */
export const PACKAGES = ["@svc/spec", "@svc/types", "@svc/client", "@svc/testing"] as const;

export interface ChangesetInput {
  readonly from: string;
  readonly to: string;
  /** Level for the packages: shifted already where they are below 1.0.0. */
  readonly level: Exclude<Level, "none">;
  readonly changes: readonly Change[];
  /** Line of a pointer in the new document. */
  readonly lineOf: (pointer: string) => number | undefined;
}

const TITLES = {
  major: "Breaking",
  minor: "New",
  patch: "Other",
} as const;

/** A changeset for the fixed group, whose text becomes the changelog entry. */
export function writeChangeset({ from, to, level, changes, lineOf }: ChangesetInput): string {
  const head = PACKAGES.map((name) => `"${name}": ${level}`).join("\n");
  const sections = (["major", "minor", "patch"] as const).flatMap((kind) => {
    const members = changes.filter((change) => change.level === kind);
    if (members.length === 0) return [];
    return [
      md`

        **${markdown(TITLES[kind])}**

        ${members.map((change) => entry(change, lineOf))}`,
    ];
  });
  const body = join([md`Version ${code(to)} of the document, after ${code(from)}.`, ...sections], "\n");
  return `---\n${head}\n---\n\n${body}\n`;
}

/** What changed in the words of the TypeScript user, whom it hurts, and where in the document it stands. */
function entry({ message, labels, pointer, operations }: Change, lineOf: ChangesetInput["lineOf"]): Markdown {
  const line = lineOf(pointer);
  const where = line === undefined ? code(pointer) : md`${code(pointer)} (line ${markdown(String(line))})`;
  const whom = labels.length === 0 ? md`` : md` [${markdown(labels.join(", "))}]`;
  const used =
    operations.length === 0
      ? md``
      : md` In ${join(
          operations.slice(0, 5).map((id) => code(id)),
          ", ",
        )}${operations.length > 5 ? markdown(` and ${operations.length - 5} more`) : md``}.`;
  return md`- ${prose(message)}${whom}${used} ${where}`;
}

/** A sentence in which names stand between backticks. */
function prose(text: string): Markdown {
  return join(
    text.split(/`([^`]+)`/).flatMap((part, index) => {
      if (index % 2 === 1) return [code(part)];
      // Quoting trims, and these spaces stand between words.
      return [/^\s/.test(part) ? md` ` : md``, markdown(part), /\S\s$/.test(part) ? md` ` : md``];
    }),
    "",
  );
}
