import type { ToolRow } from "../tools/tool-table.ts";

/** What a word is worth by where it stands. */
const WEIGHTS = { name: 4, title: 3, path: 3, parameters: 2, description: 1 } as const;

/** Rows that have words of a query, best first. Words that few tools have count for more. */
export function findTools(rows: readonly ToolRow[], query: string): readonly ToolRow[] {
  const weights = rows.map(weighWords);
  const having = new Map<string, number>();
  for (const word of weights.flatMap((words) => [...words.keys()])) having.set(word, (having.get(word) ?? 0) + 1);
  // A query may have any number of words that no tool has.
  const wanted = [...new Set(wordsOf(query))].filter((word) => having.has(word));
  const worth = (word: string): number => Math.log(1 + rows.length / (having.get(word) ?? 1));
  const score = (words: ReadonlyMap<string, number> | undefined): number =>
    wanted.reduce((sum, word) => sum + (words?.get(word) ?? 0) * worth(word), 0);
  return rows
    .map((row, index) => ({ row, score: score(weights[index]) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || a.row.name.length - b.row.name.length)
    .map(({ row }) => row);
}

function weighWords({ name, title = "", call, tags = [], description, input }: ToolRow): Map<string, number> {
  const texts: { readonly [place in keyof typeof WEIGHTS]: string } = {
    description,
    parameters: Object.keys((input["properties"] as object | undefined) ?? {}).join(" "),
    path: `${call} ${tags.join(" ")}`,
    title,
    name,
  };
  const weights = new Map<string, number>();
  for (const place of Object.keys(texts) as (keyof typeof WEIGHTS)[])
    for (const word of wordsOf(texts[place])) weights.set(word, Math.max(weights.get(word) ?? 0, WEIGHTS[place]));
  return weights;
}

/** Words in lower case, in the singular. */
function wordsOf(text: string): string[] {
  const parted = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return (parted.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ""));
}
