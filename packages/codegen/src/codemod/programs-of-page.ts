/** A program in a Markdown file. */
export interface PageProgram {
  /** Name of the file in a program of the compiler, which no file on disk can have. */
  readonly name: string;
  /** The page with blanks for all that is not of the program: each name stands where it stands in the page. */
  readonly text: string;
}

const FENCE = /^```(?:([cm]?[jt]s|[jt]sx)\b([^\n]*)\n|\r?$)/gm;

/** Blocks of programs, from the line after the fence to the fence that ends them. */
function blocksOf(markdown: string): (Range & { readonly language: string; readonly info: string })[] {
  const blocks: ReturnType<typeof blocksOf> = [];
  let begun: RegExpExecArray | undefined;
  for (const fence of markdown.matchAll(FENCE)) {
    if (fence[1] !== undefined) begun ??= fence;
    else if (begun !== undefined) {
      const [all, language = "", info = ""] = begun;
      blocks.push({ language, info: info.trim(), start: begun.index + all.length, end: fence.index });
      begun = undefined;
    }
  }
  return blocks;
}

/** A Markdown file with each block of a program as it is made of the one that is there. */
export function mapPrograms(markdown: string, change: (code: string, language: string) => string): string {
  let [result, from] = ["", 0];
  for (const { language, start, end } of blocksOf(markdown)) {
    result += markdown.slice(from, start) + change(markdown.slice(start, end), language);
    from = end;
  }
  return result + markdown.slice(from);
}

/** The programs of a Markdown file: each block, with those marked `continued` after it. */
export function programsOf(file: string, markdown: string): PageProgram[] {
  const programs: { language: string; ranges: Range[] }[] = [];
  for (const { language, info, start, end } of blocksOf(markdown)) {
    const begun = info === "continued" ? programs.findLast((one) => one.language === language) : undefined;
    if (begun === undefined) programs.push({ language, ranges: [{ start, end }] });
    else begun.ranges.push({ start, end });
  }
  return programs.map(({ language, ranges }, index) => ({
    name: `${file}\0${index}.${language}`,
    text: only(markdown, ranges),
  }));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function only(text: string, ranges: readonly Range[]): string {
  let [result, from] = ["", 0];
  for (const { start, end } of ranges) {
    result += blank(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return result + blank(text.slice(from));
}

/** A text without what the compiler reads of it. */
export function proseOf(file: string, text: string): string {
  return isPage(file) ? mapPrograms(text, blank) : text;
}

export function isPage(file: string): boolean {
  return /\.mdx?$/.test(file);
}

/** The page that a program of {@link programsOf} is in. */
export function pageOf(name: string): string | undefined {
  const [page, program] = name.split("\0");
  return program && page;
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
