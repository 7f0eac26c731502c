/** Elements whose content nobody reads. */
const HIDDEN: ReadonlySet<string> = new Set(["head", "script", "style", "template", "title"]);

/** Elements that stand in the middle of a line. */
const INLINE: ReadonlySet<string> = new Set([
  "a",
  "abbr",
  "b",
  "code",
  "em",
  "font",
  "i",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
]);

const ENTITIES: { readonly [name: string]: string } = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"',
};

/** The text of an HTML message as a reader sees it, a line for each block. For search and excerpts: it is not rendered. */
export function readableText(html: string): string {
  let text = "";
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    text += html.slice(at, open < 0 ? html.length : open);
    if (open < 0) break;
    const [between, end] = skipTag(html, open);
    text += between;
    at = end;
  }
  return decodeEntities(text)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** Text in place of a tag, and where the text goes on. */
function skipTag(html: string, open: number): readonly [string, number] {
  if (html.startsWith("<!--", open)) return ["", after(html, "-->", open)];
  const name = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase();
  if (name === undefined) return html[open + 1] === "!" ? ["", after(html, ">", open)] : ["<", open + 1];
  const end = after(html, ">", open);
  if (HIDDEN.has(name) && html[open + 1] !== "/") return ["", after(html, `</${name}`, end, ">")];
  return [INLINE.has(name) ? "" : "\n", end];
}

/** The place after a text, and after another one behind it; the end where one is missing. */
function after(html: string, text: string, from: number, then?: string): number {
  const at = indexOfIgnoringCase(html, text, from);
  if (at < 0) return html.length;
  return then === undefined ? at + text.length : after(html, then, at + text.length);
}

function indexOfIgnoringCase(html: string, text: string, from: number): number {
  if (!text.startsWith("</")) return html.indexOf(text, from);
  for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
    if (html.slice(at, at + text.length).toLowerCase() === text) return at;
  }
  return -1;
}

/** Entities of a text as characters; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
