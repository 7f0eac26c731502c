import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Figures by their names; `… in FOLDER` is a part of the figure before. */
export interface Figures {
  readonly [name: string]: number;
}

const FILE = join(import.meta.dirname, "budget.json");

/** Growth that needs nobody's attention. */
const TOLERANCE = 1.05;

/** Parts that a message names. */
const SHOWN = 6;

export function readBudget(): Figures {
  return JSON.parse(readFileSync(FILE, "utf8")) as Figures;
}

/** Writes figures down, one on each line, and keeps those that were not measured. */
export function writeBudget(figures: Figures): void {
  const measured = Object.keys(figures).map((name) => name.split(" in ", 1)[0]);
  const kept = Object.entries(readBudget()).filter(([name]) => !measured.includes(name.split(" in ", 1)[0]));
  const all = [...kept, ...Object.entries(figures)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** A line for each figure that is more than a twentieth over the budget, with the parts that have grown most. */
export function overBudget(figures: Figures, budget: Figures): string[] {
  const totals = Object.entries(figures).filter(([name]) => !name.includes(" in "));
  return totals.flatMap(([name, now]) => {
    const before = budget[name];
    if (before !== undefined && now <= before * TOLERANCE) return [];
    const parts = Object.entries(figures)
      .filter(([part]) => part.startsWith(`${name} in `))
      .map(([part, count]) => ({ part: part.slice(name.length + 4), count, known: budget[part] ?? 0 }))
      .filter(({ count, known }) => count > known)
      .sort((a, b) => b.count - b.known - (a.count - a.known));
    const grown = parts.slice(0, SHOWN).map(({ part, count, known }) => `\n  ${part}: ${known} → ${count}`);
    return [`${name}: ${before ?? "no budget"} → ${now}${grown.join("")}`];
  });
}
