import type { StepResult } from "../toolkit/step.ts";
import { findChromium } from "./environment.ts";
import type { Figures } from "./figures.ts";
import { MANAGERS, PROJECTS } from "./run-project.ts";

/** Rows below a head, in columns of equal width. Numbers stand on the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column] ?? "").length)),
  );
  const line = (row: readonly (string | number)[]): string =>
    widths
      .map((width, column) => {
        const value = row[column] ?? "";
        return typeof value === "number" ? String(value).padStart(width) : value.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const titles = head.map((title, column) =>
    rows.every((row) => typeof row[column] === "number") ? title.padStart(widths[column] ?? 0) : title,
  );
  return [line(titles), ...rows.map(line)].map((text) => `${text}\n`).join("");
}

/** Table of the packages' sizes and dependencies. */
export function tarballTable(figures: readonly Figures[]): string {
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  return formatTable(
    ["package", "version", "files", "packed", "unpacked", "dependencies"],
    figures.map(({ name, version, files, packed, unpacked, dependencies }) => [
      name,
      version,
      files,
      kilobytes(packed).padStart(8),
      kilobytes(unpacked).padStart(8),
      dependencies.join(", ") || "none",
    ]),
  );
}

/** A row for each downstream project and package manager. */
export function projectTable(results: readonly StepResult[]): string {
  const rows = PROJECTS.flatMap((project) =>
    MANAGERS.flatMap((manager) => {
      const result = results.find(({ name }) => name === `${project.name}, ${manager}`);
      if (result === undefined) return [];
      const seconds = (result.durationMs / 1000).toFixed(1).padStart(7);
      return [[project.name, manager, ranIn(project.name, project.ran), seconds, result.note]];
    }),
  );
  return formatTable(["project", "by", "ran", "seconds", "seen by the fake"], rows);
}

function ranIn(name: string, ran: string): string {
  if (name !== "browser-vite") return ran;
  return findChromium(process.env) === undefined ? `${ran}; not called: no Chromium` : `${ran}, call in Chromium`;
}
