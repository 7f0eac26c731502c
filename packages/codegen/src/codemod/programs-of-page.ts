/** A program in a Markdown file. */
export interface PageProgram {
  /** Name of the file in a program of the compiler. */
  readonly name: string;
  /** The page with blanks for all that is not of the program: each name stands where it stands in the page. */
  readonly text: string;
}

const BLOCK = /^```([cm]?[jt]s|[jt]sx)\b([^\n]*)\n(.*?)(?=^```\r?$)/gms;

/** The programs of a Markdown file: each block, with those marked `continued` after it. */
export function programsOf(file: string, markdown: string): PageProgram[] {
  const programs: { language: string; ranges: Range[] }[] = [];
  for (const { 0: all, 1: language = "", 2: info = "", 3: code = "", index } of markdown.matchAll(BLOCK)) {
    const end = index + all.length;
    const begun = info.trim() === "continued" ? programs.findLast((one) => one.language === language) : undefined;
    const range = { start: end - code.length, end };
    if (begun === undefined) programs.push({ language, ranges: [range] });
    else begun.ranges.push(range);
  }
  return programs.map(({ language, ranges }, index) => ({
    name: `${file}.${index}.${language}`,
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
  return isPage(file) ? text.replaceAll(BLOCK, blank) : text;
}

export function isPage(file: string): boolean {
  return /\.mdx?$/.test(file);
}

/** The page that a program of {@link programsOf} is in. */
export function pageOf(name: string): string | undefined {
  return /^(.*\.mdx?)\.\d+\.\w+$/.exec(name)?.[1];
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
