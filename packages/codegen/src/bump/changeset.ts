import type { Change, Level } from "@svc/diff";
import { code, join, markdown, md } from "../quote/index.ts";
import { entriesOf } from "./changelog.ts";
import type { EntryContext } from "./changelog-places.ts";

export interface ChangesetInput extends EntryContext {
  readonly from: string;
  readonly to: string;
  /** Level for the packages: shifted already where they are below 1.0.0. */
  readonly level: Exclude<Level, "none">;
  readonly changes: readonly Change[];
  /** Packages that share one version. */
  readonly packages: readonly string[];
}

const TITLES = {
  major: "Breaking",
  minor: "New",
  patch: "Other",
} as const;

/** A changeset for the fixed group, whose text becomes the changelog entry. */
export function writeChangeset({ from, to, level, changes, packages, ...context }: ChangesetInput): string {
  const head = packages.map((name) => `"${name}": ${level}`).join("\n");
  const sections = (["major", "minor", "patch"] as const).flatMap((kind) => {
    const entries = entriesOf(kind, changes, context);
    if (entries.length === 0) return [];
    return [
      md`

        **${markdown(TITLES[kind])}**

        ${entries}`,
    ];
  });
  const title = md`Generated from version ${code(to)} of the service's document (was ${code(from)}).`;
  const body = join([title, ...sections], "\n");
  return `---\n${head}\n---\n\n${body}\n`;
}
