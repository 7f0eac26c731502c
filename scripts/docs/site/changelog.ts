/** Released versions, and changesets for the next one. */
export interface Changes {
  /** CHANGELOG.md of each package that has one, by package name. */
  readonly released: readonly { readonly name: string; readonly text: string }[];
  /** Files of `.changeset/`, oldest name first. */
  readonly pending: readonly string[];
}

/** The changelog as a page: pending changes, then each package's own. */
export function changelogPage({ released, pending }: Changes): string {
  const parts = ["# Changelog", "All packages are released together, under one version."];
  if (pending.length > 0) parts.push("## Not released yet", ...pending.map(pendingChange));
  for (const { name, text } of released) parts.push(`## ${name}`, demoted(text));
  return `${parts.join("\n\n")}\n`;
}

/** Number of published packages, which share one version. */
const PUBLISHED = 4;

function pendingChange(changeset: string): string {
  const [, head = "", text = ""] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(changeset) ?? [];
  const packages = [...head.matchAll(/^["']?([^"':\n]+(?:\/[^"':\n]+)?)["']?: *(\w+)/gm)];
  const levels = new Set(packages.map(([, , level]) => level));
  if (packages.length === PUBLISHED && levels.size === 1) return `All packages (${[...levels][0]}): ${text.trim()}`;
  const names = packages.map(([, name = "", level = ""]) => `\`${name}\` (${level})`).join(", ");
  return `${names === "" ? "" : `${names}: `}${text.trim()}`;
}

/** Headings one level down, without the title, which is the package's name again. */
function demoted(text: string): string {
  return text
    .replace(/^# .+\n+/, "")
    .replaceAll(/^(#{1,5}) /gm, "#$1 ")
    .trim();
}
