/** Tags of the core schema; others are notes, or ask for what JSON does not have. */
export const CORE_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);
/** Tags of YAML 1.1 for what JSON has as text. */
export const TEXT_TAGS: ReadonlySet<string> = new Set(
  ["binary", "timestamp", "value"].map((name) => `tag:yaml.org,2002:${name}`),
);

const NOTE_TAG = /^![\w.-]+$/;
/** Tags that ask for another value than the one that they stand on. */
const ASKING_TAG = /^!(?:include|import|ref|reference|env|file|join|merge|sub|getatt)$/i;

/** Whether a tag is a tool's own: a note on a value, which is read without it. */
export function isNoteTag(tag: string): boolean {
  return NOTE_TAG.test(tag) && !ASKING_TAG.test(tag);
}
