import { promisedOutput } from "./code-blocks.ts";

/**
 * A program's code with what it prints now in place of what it promised, where only made-up values differ. Undefined where lines have
 * come or gone, or another value says something else: a status, an error, yes instead of no.
 */
export function rewriteOutput(code: string, printed: string): string | undefined {
  const promised = promisedOutput(code);
  const now = align(
    promised,
    printed
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  if (now === undefined) return undefined;
  let from = 0;
  let text = code;
  for (const [index, before] of promised.entries()) {
    const after = now[index] ?? "";
    if (after !== before && !isAlike(before, after)) return undefined;
    const at = text.indexOf(before, from);
    if (at < 0) return undefined;
    text = text.slice(0, at) + after + text.slice(at + before.length);
    from = at + after.length;
  }
  return text;
}

/** The printed line for each promised one: those that still come are fixed, and between two of them stand as many as are promised. */
function align(promised: readonly string[], printed: readonly string[]): string[] | undefined {
  const found: string[] = [];
  let from = 0;
  for (let index = 0; index < promised.length; ) {
    const until = promised.findIndex((text, at) => at >= index && printed.indexOf(text, from) >= 0);
    const end = until < 0 ? promised.length : until;
    const at = until < 0 ? printed.length : printed.indexOf(promised[until] ?? "", from);
    if (end > index && at - from !== end - index) return undefined;
    found.push(...printed.slice(from, end > index ? at : from), ...(until < 0 ? [] : [promised[until] ?? ""]));
    from = at + 1;
    index = end + 1;
  }
  return found;
}

/** Words that say what happened; everything else may be made up. */
const TELLING = /\b(?:true|false|null|undefined|NaN|\w*Error|[1-5]\d\d)\b/g;

function isAlike(before: string, after: string): boolean {
  const telling = (text: string) => (text.match(TELLING) ?? []).join();
  return after.length <= 120 && telling(before) === telling(after);
}
