import type { Figures } from "./figures.ts";
import { formatTable } from "./table.ts";

/** What each package weighs, for people. */
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
