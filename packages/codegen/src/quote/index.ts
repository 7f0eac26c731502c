/**
 * The one boundary through which text of a document enters emitted files. Emitters build {@link Code} with {@link ts} and
 * {@link Markdown} with {@link md}; both refuse plain strings at compile time, so text must pass a quoting function.
 */
export { comment, identifier, isIdentifier, lineComment, literal, tag, typedLiteral } from "./literal.ts";
export { code, codeBlock, link, markdown, markdownBlock, tableRow } from "./markdown.ts";
export { json, jsonText, key, member, num, str } from "./strings.ts";
export type { Code, Markdown } from "./template.ts";
export { join, md, raw, ts } from "./template.ts";
