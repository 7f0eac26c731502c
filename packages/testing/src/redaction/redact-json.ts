import { encodeParsedJson, JsonFloat, parseJson } from "@svc/fastapi-validation";
import { setOwn } from "@svc/model";
import { redactText } from "./redact-text.ts";
import { plainName, REDACTED, type Secrets } from "./secret-names.ts";

/** How much of a value is kept: all but what is secret, nothing, or of cookies all but their values. */
type Keep = "shown" | "hidden" | "jar";

/** JSON without what is secret; undefined where the text is none. */
export function redactJson(text: string, secrets: Secrets): string | undefined {
  const parsed = parseJson(text);
  if (!("value" in parsed)) return undefined;
  try {
    const before = encodeParsedJson(parsed.value);
    const after = encodeParsedJson(redactValue(parsed.value, secrets, "shown"));
    // As it was sent where nothing was taken out, unless the text holds more than was read of it: the same key twice.
    return after === before && inOneSpelling(text) === before ? text : after;
  } catch {
    return undefined;
  }
}

/** JSON as this module writes it, token by token: without blanks, numbers and texts in one spelling. */
function inOneSpelling(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+|-?\d[\d.eE+-]*/g, (token) => {
    const parsed = parseJson(token);
    return "value" in parsed ? encodeParsedJson(parsed.value) : "";
  });
}

/** A value without what is secret: by names, by shape (cookies, pairs, mails), and in its texts. */
function redactValue(value: unknown, secrets: Secrets, keep: Keep): unknown {
  if (typeof value === "string") return keep === "shown" || value === "" ? redactString(value, secrets) : REDACTED;
  if (isNumber(value)) return keep === "shown" ? value : 0;
  if (Array.isArray(value)) return redactArray(value, secrets, keep);
  if (typeof value !== "object" || value === null) return value;
  return redactRecord(value as Record<string, unknown>, secrets, keep);
}

/** Network logs carry JSON as text. What begins like it and is none was cut: nobody knows what is in it. */
function redactString(text: string, secrets: Secrets): string {
  const json = /^\s*[[{"]/.test(text) ? redactJson(text, secrets) : undefined;
  return json ?? (/^\s*(?:\{\s*"|\[\s*[[{"])/.test(text) ? REDACTED : redactText(text, secrets));
}

/** Headers may be pairs, or one list of names and values by turns. */
function redactArray(items: readonly unknown[], secrets: Secrets, keep: Keep): unknown[] {
  const byTurns = items.length % 2 === 0 && items.every((item, index) => index % 2 === 1 || typeof item === "string");
  return items.map((item, index) => {
    const isSecret = byTurns && index % 2 === 1 && secrets.isSecret(String(items[index - 1]));
    return redactValue(item, secrets, isSecret && keep === "shown" ? "hidden" : keep);
  });
}

function redactRecord(record: Record<string, unknown>, secrets: Secrets, keep: Keep): Record<string, unknown> {
  const parts = secretParts(record, secrets, keep);
  // A cookie in a jar: all but its value is kept.
  const isShown = keep === "shown" || (keep === "jar" && parts === VALUES);
  const redacted: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(record)) {
    const name = plainName(key);
    const itemKeep = !isShown ? keep : parts?.has(name) ? "hidden" : keepOf(key, item, secrets);
    const isPlace = name === "loc" && Array.isArray(item);
    const value = isPlace
      ? item.map((step) => redactValue(step, secrets, itemKeep))
      : redactValue(item, secrets, itemKeep);
    setOwn(redacted, redactText(key, secrets), value);
  }
  return redacted;
}

/** What a name says of its value. Counts are no credentials: `"tokens": 12`. */
function keepOf(key: string, item: unknown, { isSecret }: Secrets): Keep {
  if (/cookie(?:s|jar)?$/.test(plainName(key)) && typeof item === "object") return "jar";
  const isMany = key.endsWith("s") && !isNumber(item) && isSecret(key.slice(0, -1));
  return isMany || isSecret(key) ? "hidden" : "shown";
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint" || value instanceof JsonFloat;
}

const LABELS: readonly string[] = ["name", "key", "header", "field"];
const VALUES: ReadonlySet<string> = new Set(["value", "values", "val"]);
const COOKIE_FIELDS: ReadonlySet<string> = new Set(
  "domain path httponly expirationdate hostonly secure session storeid expires partitionkey samesite".split(" "),
);
const MAIL_BODIES: ReadonlySet<string> = new Set(
  "body text html content message snippet preview raw plain plaintext markdown".split(" "),
);
const INPUT: ReadonlySet<string> = new Set(["input"]);
const ENCODED: ReadonlySet<string> = new Set(["body", "text", "data", "content"]);

/** Which fields, by plain name, are secret because of what stands beside them; undefined: it is nothing of the kind. */
function secretParts(
  record: Record<string, unknown>,
  { isSecret }: Secrets,
  keep: Keep,
): ReadonlySet<string> | undefined {
  const fields = new Map(Object.entries(record).map(([key, value]) => [plainName(key), value] as const));
  const labels = LABELS.filter((name) => typeof fields.get(name) === "string");
  if (labels.length > 0 && [...VALUES].some((name) => fields.has(name))) {
    const isSecretOne = labels.some((label) => isSecret(String(fields.get(label))));
    if (keep === "jar" || isSecretOne || isLikeCookie(fields)) return VALUES;
  }
  if (fields.has("subject")) return MAIL_BODIES;
  // What FastAPI has refused, and what it was.
  const loc = fields.get("loc");
  if (Array.isArray(loc) && loc.some((step) => typeof step === "string" && isSecret(step))) return INPUT;
  // Bytes, which nobody has looked through.
  return fields.get("base64encoded") === true || fields.get("encoding") === "base64" ? ENCODED : undefined;
}

/** A name and a value, alone or with what only cookies have. */
function isLikeCookie(fields: ReadonlyMap<string, unknown>): boolean {
  if (!fields.has("name") && !fields.has("key")) return false;
  return fields.size === 2 || [...fields.keys()].some((name) => COOKIE_FIELDS.has(name));
}
