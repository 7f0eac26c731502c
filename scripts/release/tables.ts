import type { Figures } from "./figures.ts";

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
