/** Marks that are remembered: a longer circle goes on. */
const MOST_MARKS = 10_000;

/** Characters of all of them. */
const MOST_TEXT = 4_194_304;

/**
 * Remembers the marks of a list's pages, so that a circle ends. A list may have more pages, or longer marks, than there is
 * memory for: then all are forgotten.
 *
 * @returns Function that adds a mark; `false`: it came before.
 */
export function createMarks(): (mark: string) => boolean {
  const marks = new Set<string>();
  let size = 0;
  return (mark) => {
    if (marks.has(mark)) return false;
    size += mark.length;
    if (marks.size === MOST_MARKS || size > MOST_TEXT) {
      marks.clear();
      size = mark.length;
    }
    marks.add(mark);
    return true;
  };
}
