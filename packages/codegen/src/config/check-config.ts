import { UsageError } from "../usage-error.ts";
import type { Config } from "./config.ts";
import { PARTS } from "./options.ts";

/** Expectation of a value, in words and as a test. */
interface Rule {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (fits: (value: unknown) => boolean, expected: string): Rule => ({
  expected: `a list of ${expected}`,
  fits: (value) => Array.isArray(value) && value.every(fits),
});
const mapOf = (fits: (value: unknown) => boolean, expected: string): Rule => ({
  expected: `an object of ${expected}`,
  fits: (value) => isRecord(value) && Object.values(value).every(fits),
});
const oneOf = (...choices: readonly unknown[]): Rule => ({
  expected: choices.map((choice) => JSON.stringify(choice)).join(", "),
  fits: (value) => choices.includes(value),
});
const text: Rule = { expected: "a non-empty string", fits: isText };
const flag = oneOf(true, false);
const texts = listOf(isText, "texts");
const isAddress = (value: unknown): boolean =>
  isText(value) && URL.canParse(String(value)) && /^https?:/.test(String(value)) && !/[?#]/.test(String(value));
/** Scope of npm, with its `@`. */
export const SCOPE: RegExp = /^@[a-z0-9][a-z0-9._-]{0,62}$/;

const METHOD = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

const isPage = (value: unknown): boolean =>
  value === false ||
  (isRecord(value) &&
    ["page", "offset", "cursor", "link"].includes(String((value as { kind?: unknown }).kind)) &&
    Array.isArray((value as { items?: unknown }).items) &&
    // It is sent to another thread.
    !Object.values(value).some((member) => typeof member === "function"));
const count: Rule = {
  expected: "a number from 0",
  fits: (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
};
const RETRY: { readonly [name: string]: Rule } = { limit: count, baseMs: count, maxDelayMs: count };
const OMISSIONS: { readonly [name: string]: Rule } = { tags: texts, paths: texts, operations: texts, internal: flag };

const RULES: { readonly [name in keyof Required<Config>]: Rule } = {
  spec: text,
  out: text,
  name: text,
  scope: { expected: "a scope of npm: @acme", fits: (value) => SCOPE.test(String(value)) },
  overlays: texts,
  strict: flag,
  enums: oneOf("union", "open", "object"),
  dates: oneOf("string", "Date"),
  int64: oneOf("number", "string", "bigint"),
  validate: flag,
  methods: mapOf((value) => METHOD.test(String(value)), "dotted names of identifiers"),
  types: mapOf((value) => /^[A-Z][\w$]*$/.test(String(value)), "identifiers that begin with a capital"),
  omit: { expected: "an object", fits: isRecord },
  environments: mapOf(isAddress, "http or https addresses without query and fragment"),
  headers: mapOf((value) => isText(value) && !/[^ -~]/.test(String(value)), "texts of printable ASCII"),
  pagination: mapOf(isPage, "`false`, or objects with `kind` (page, offset, cursor, link) and `items`"),
  retry: { expected: "an object", fits: isRecord },
  parts: listOf((value) => PARTS.includes(value as never), PARTS.join(", ")),
  emitters: listOf(
    (value) => isRecord(value) && "emit" in value && typeof value.emit === "function",
    "emitters: objects with `name` and `emit`",
  ),
};

/**
 * Checks what a configuration file exports.
 *
 * @throws UsageError naming the option that does not exist or has a value that does not fit
 */
export function checkConfig(value: unknown, file: string): Config {
  if (!isRecord(value)) throw new UsageError(`${file}: expected a default export: defineConfig({ ... }).`);
  check(value, RULES, `${file}: `);
  if ("omit" in value && isRecord(value.omit)) check(value.omit, OMISSIONS, `${file}: omit.`);
  if ("retry" in value && isRecord(value.retry)) check(value.retry, RETRY, `${file}: retry.`);
  return value;
}

function check(value: object, rules: { readonly [name: string]: Rule }, prefix: string): void {
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      throw new UsageError(`${prefix}${name}: unknown option; there are ${Object.keys(rules).join(", ")}.`);
    }
    if (!rule.fits(given)) throw new UsageError(`${prefix}${name}: expected ${rule.expected}.`);
  }
}
