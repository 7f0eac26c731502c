/** A type of TypeScript as text, and of which form it is, which decides where it stands in parentheses. */
export interface PrintedType {
  readonly text: string;
  readonly form: "keyword" | "union" | "intersection" | "list" | "other";
}

const keyword = (text: string): PrintedType => ({ text, form: "keyword" });
export const plain = (text: string): PrintedType => ({ text, form: "other" });

export const BOOLEAN: PrintedType = keyword("boolean");
export const NEVER: PrintedType = keyword("never");
export const NULL: PrintedType = keyword("null");
export const NUMBER: PrintedType = keyword("number");
export const STRING: PrintedType = keyword("string");
export const UNKNOWN: PrintedType = plain("unknown");

/** The union of types; of none `never`, of one that one. */
export function unionOf(types: readonly PrintedType[]): PrintedType {
  return types.length > 1 ? union(distinct(types)) : (types[0] ?? NEVER);
}

/** A union as it is given, also of a single type. */
export function union(types: readonly PrintedType[]): PrintedType {
  return { text: types.map(inParentheses).join(" | "), form: "union" };
}

/** The intersection of types; of one that one. */
export function intersectionOf(types: readonly PrintedType[]): PrintedType {
  if (types.length < 2) return types[0] ?? NEVER;
  return { text: distinct(types).map(inParentheses).join(" & "), form: "intersection" };
}

/** Keywords once each: other types may differ in more than their texts show. */
function distinct(types: readonly PrintedType[]): PrintedType[] {
  return types.filter((type, index) => type.form !== "keyword" || types.indexOf(type) === index);
}

export function inParentheses({ text, form }: PrintedType): string {
  return form === "union" || form === "intersection" ? `(${text})` : text;
}

export function arrayOf(items: PrintedType): PrintedType {
  return { text: `${inParentheses(items)}[]`, form: "list" };
}

/** @param depth levels of indentation around it */
export function tupleOf(items: readonly string[], depth: number): PrintedType {
  const pad = indent(depth + 1);
  const lines = items.map((item, index) => `${pad}${item}${index < items.length - 1 ? "," : ""}\n`);
  return { text: items.length === 0 ? "[]" : `[\n${lines.join("")}${indent(depth)}]`, form: "list" };
}

/** The type of an object, of members that are printed one level deeper. */
export function objectOf(members: readonly string[], depth: number): PrintedType {
  return plain(members.length === 0 ? "{}" : `{\n${members.join("")}${indent(depth)}}`);
}

export interface Member {
  readonly name: string;
  readonly type: PrintedType;
  readonly isOptional?: boolean;
  readonly isReadonly?: boolean;
  /** Its doc comment, from one mark to the other. @default none */
  readonly doc?: string | undefined;
}

/** A member of an object or interface, with its line end. @param depth levels of indentation of the member */
export function memberOf({ name, type, isOptional, isReadonly, doc }: Member, depth: number): string {
  const pad = indent(depth);
  const mark = isOptional ? "?" : "";
  return `${doc === undefined ? "" : indented(doc, depth)}${pad}${isReadonly ? "readonly " : ""}${nameOf(name)}${mark}: ${type.text};\n`;
}

/** The member for all other names. */
export function indexOf(name: "key" | "name", type: PrintedType, depth: number): string {
  return `${indent(depth)}[${name}: string]: ${type.text};\n`;
}

function nameOf(name: string): string {
  const isNumber = String(Number(name)) === name && !name.startsWith("-");
  return isNumber || /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

const NAMED: { readonly [character: string]: string } = {
  "\t": "\\t",
  "\v": "\\v",
  "\f": "\\f",
  "\b": "\\b",
  "\r": "\\r",
  "\n": "\\n",
  "\\": "\\\\",
  '"': '\\"',
};

/** A string literal in ASCII. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\]|[^ -\u007f]/g, (found, at: number) => {
    if (found === "\0") return /\d/.test(text[at + 1] ?? "") ? "\\x00" : "\\0";
    return NAMED[found] ?? `\\u${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

/** Line ends in comments, as compilers know them. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** White space within a line, as compilers know it. */
const LEADING = /^[ \t\v\f\u0085\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*/;

/** A comment with each of its lines as deep as what it stands above, and a line end. */
export function indented(comment: string, depth: number): string {
  const pad = indent(depth);
  const [first = "", ...others] = comment.split(LINE_END);
  const lines = others.map((line) => pad + " ".repeat(widthOf(LEADING.exec(line)?.[0] ?? "")) + line.trim());
  return `${[pad + first.trim(), ...lines].join("\n")}\n`;
}

/** Columns of white space: tabs reach to the next level. */
function widthOf(space: string): number {
  let width = 0;
  for (const character of space) width += character === "\t" ? LEVEL - (width % LEVEL) : 1;
  return width;
}

/** Columns of a level of indentation. */
const LEVEL = 4;

export function indent(depth: number): string {
  return " ".repeat(LEVEL * depth);
}
