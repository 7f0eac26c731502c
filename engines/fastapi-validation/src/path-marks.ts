/** Stands for a slash within a segment while a path is matched: no text has this code point, nor those below. */
export const SLASH = "\uFDD0";

/** Separators of lists and objects in a path, and the mark that stands for each of them within a part. */
const MARKS: readonly (readonly [separator: string, encoded: RegExp, mark: string])[] = [
  [",", /%2c/gi, "\uFDD1"],
  [";", /%3b/gi, "\uFDD2"],
  ["=", /%3d/gi, "\uFDD3"],
];

/** A path with marks in the place of separators that are percent-encoded. */
export function markSeparators(path: string): string {
  return path.includes("%") ? MARKS.reduce((text, [, encoded, mark]) => text.replace(encoded, mark), path) : path;
}

/** A text with the separators in the place of their marks. */
export function withoutMarks(text: string): string {
  return MARKS.reduce((rest, [separator, , mark]) => rest.replaceAll(mark, separator), text);
}
