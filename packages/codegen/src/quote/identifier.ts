import type { Code } from "./template.ts";

/** ECMA-262, section 12.7.2, with the words that are reserved in strict mode and modules only. */
const RESERVED_WORDS =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public arguments eval";
/** Names that TypeScript refuses for types, and globals that must keep their meaning. */
const RESERVED_TYPES =
  "any bigint boolean never number object string symbol undefined unknown globalThis NaN Infinity __proto__ require exports module";
const RESERVED: ReadonlySet<string> = new Set(`${RESERVED_WORDS} ${RESERVED_TYPES}`.split(" "));

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Whether a name can be declared as a type and as a constant in an ES module. */
export function isIdentifier(name: string): boolean {
  // A name in another normal form would be another name to the compiler and the same one to the reader.
  return IDENTIFIER.test(name) && !RESERVED.has(name) && name.normalize("NFC") === name;
}

/** A name to declare or refer to. @throws TypeError where it is none: naming is the model's task, not the emitter's. */
export function identifier(name: string): Code {
  if (!isIdentifier(name)) throw new TypeError(`Not an identifier: ${JSON.stringify(name).slice(0, 80)}`);
  return name as Code;
}
