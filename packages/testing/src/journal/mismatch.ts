import { isSecretName, REDACTED } from "../redaction/secret-names.ts";

/** A value that is not as expected. */
export interface Mismatch {
  /** Path of the value: `query.limit`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares a value with an expectation. Objects may have further properties; arrays and scalars must be equal. A function is
 * called with the value, a regular expression is compared with its text, an asymmetric matcher is asked. A parameter is equal
 * to its text.
 */
export function findMismatches(expected: unknown, actual: unknown, path = ""): Mismatch[] {
  const unless = (isMet: boolean): Mismatch[] => (isMet ? [] : [{ path, expected, actual }]);
  if (typeof expected === "function") return unless(expected(actual) === true);
  if (expected instanceof RegExp) return unless(matchesText(expected, actual));
  if (isMatcher(expected)) return unless(expected.asymmetricMatch(actual));
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((key) => {
      const value = Object.hasOwn(actual, key) ? actual[key] : undefined;
      return findMismatches(expected[key], value, path === "" ? key : `${path}.${key}`);
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, index) => findMismatches(item, actual[index], `${path}[${index}]`));
  }
  // A body that was kept as text, because the request was refused.
  const sent = path === "body" && isRecord(expected) && typeof actual === "string" ? parsed(actual) : undefined;
  if (isRecord(sent)) return findMismatches(expected, sent, path);
  return unless(isSame(expected, actual) || (/^(?:path|query|headers)\./.test(path) && isSameText(expected, actual)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes a mismatch without credentials: `query.limit: expected 20, got 10`. */
export function describeMismatch({ path, expected, actual }: Mismatch): string {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const isRedacted = typeof actual === "string" && actual.includes(REDACTED);
  if (isSecretName(name) && !isRedacted && actual !== undefined)
    return `${path}: expected another value; neither is shown`;
  const isSecret = isSecretName(name) || isRedacted;
  return `${path}: expected ${isSecret ? "a credential, which the journal does not keep" : show(expected)}, got ${show(actual)}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return value.name === "" ? "what the given function accepts" : value.name;
  if (typeof value === "bigint") return String(value);
  if (value instanceof RegExp) return `a text like ${value}`;
  if (isMatcher(value)) return String(value);
  const text = JSON.stringify(value, showPart) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function showPart(name: string, part: unknown): unknown {
  if (isSecretName(name)) return REDACTED;
  return typeof part === "bigint" || part instanceof RegExp ? String(part) : part;
}

function matchesText(pattern: RegExp, actual: unknown): boolean {
  if (!["string", "number", "bigint", "boolean"].includes(typeof actual)) return false;
  // With the flags g and y, `test` starts at the end of the last match.
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(String(actual));
}

interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

function isMatcher(value: unknown): value is AsymmetricMatcher {
  return typeof (value as Partial<AsymmetricMatcher> | null | undefined)?.asymmetricMatch === "function";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value and its text are the same: on the wire all parameters are text. */
function isSameText(expected: unknown, actual: unknown): boolean {
  const [text, value] = typeof expected === "string" ? [expected, actual] : [actual, expected];
  return typeof text === "string" && ["number", "boolean", "bigint"].includes(typeof value) && String(value) === text;
}

/** Equality by value: a bigint is equal to the same number, and a Date to the same time. */
function isSame(expected: unknown, actual: unknown): boolean {
  if (expected instanceof Date && actual instanceof Date) return expected.getTime() === actual.getTime();
  const types = [typeof expected, typeof actual].sort().join(" ");
  return Object.is(expected, actual) || (types === "bigint number" && String(expected) === String(actual));
}
