import type { Page } from "./page.ts";

/** Columns of code that fit on the site at 1280 pixels, beside its two bars, with some to spare. */
const COLUMNS = 72;

/** Lines of code that would scroll sideways on the site. Blocks of text, which are mostly output, wrap there. @param languages those that are looked at; default: all others */
export function checkWidth(pages: readonly Page[], languages?: readonly string[]): string[] {
  return pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => languages?.includes(language) ?? language !== "text")
      .flatMap(({ code, line }) =>
        code
          .split("\n")
          .flatMap((text, index) =>
            text.length > COLUMNS
              ? [`${path}:${line + 1 + index}: ${text.length} columns of code, over ${COLUMNS}`]
              : [],
          ),
      ),
  );
}
