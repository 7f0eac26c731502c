import { encodeParsedJson, JsonFloat, parseJson } from "@svc/fastapi-validation";
import { essenceOf, setOwn } from "@svc/model/data";
import { hideLiterals, redactText } from "./redact-call.ts";
import { plainName, REDACTED, type Secrets } from "./secret-names.ts";

/** Redaction of a value: `shown`: secrets only; `hidden`: everything; `jar`: the values of cookies. */
type Keep = "shown" | "hidden" | "jar";

/** Redacts JSON; undefined if the text is not valid JSON. */
function redactJson(text: string, secrets: Secrets): string | undefined {
  const parsed = parseJson(text);
  if (!("value" in parsed)) return undefined;
  try {
    const before = encodeParsedJson(parsed.value);
    const after = encodeParsedJson(redactValue(parsed.value, secrets, "shown"));
    // The original text if nothing was redacted, unless it holds more than was parsed: a repeated key.
    return after === before && normalizeTokens(text) === before ? text : after;
  } catch {
    return undefined;
  }
}

/** Normalizes JSON token by token: no blanks, one form of each number and string. */
function normalizeTokens(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+|-?\d[\d.eE+-]*/g, (token) => {
    const parsed = parseJson(token);
    return "value" in parsed ? encodeParsedJson(parsed.value) : "";
  });
}

/** Redacts a value: by names, by its form (cookies, pairs, mails), and within strings. */
function redactValue(value: unknown, secrets: Secrets, keep: Keep): unknown {
  if (typeof value === "string") return keep === "shown" || value === "" ? redactString(value, secrets) : REDACTED;
  if (isNumber(value)) return keep === "shown" && !isSecretNumber(value, secrets) ? value : 0;
  if (Array.isArray(value)) return redactArray(value, secrets, keep);
  if (typeof value !== "object" || value === null) return value;
  return redactRecord(value as Record<string, unknown>, secrets, keep);
}

/** Network logs hold JSON in strings. A string that begins like JSON but is not valid was cut, and is redacted as a whole. */
function redactString(text: string, secrets: Secrets): string {
  const json = /^\s*[[{"]/.test(text) ? redactJson(text, secrets) : undefined;
  return json ?? (/^\s*(?:\{\s*"|\[\s*[[{"])/.test(text) ? REDACTED : redactText(text, secrets));
}

/** Redacts a list. Headers may be a flat list of alternating names and values. */
function redactArray(items: readonly unknown[], secrets: Secrets, keep: Keep): unknown[] {
  const isAlternating =
    items.length % 2 === 0 && items.every((item, index) => index % 2 === 1 || typeof item === "string");
  return items.map((item, index) => {
    const isSecret = isAlternating && index % 2 === 1 && secrets.isSecret(String(items[index - 1]));
    return redactValue(item, secrets, isSecret && keep === "shown" ? "hidden" : keep);
  });
}

function redactRecord(record: Record<string, unknown>, secrets: Secrets, keep: Keep): Record<string, unknown> {
  const parts = secretParts(record, secrets, keep);
  // Of a cookie, only the value is redacted.
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

/** Redaction of a value by its name. Counts are no credentials: `"tokens": 12`. */
function keepOf(key: string, item: unknown, { isSecret }: Secrets): Keep {
  if (/cookie(?:s|jar)?$/.test(plainName(key)) && typeof item === "object") return "jar";
  const isMany = key.endsWith("s") && !isNumber(item) && isSecret(key.slice(0, -1));
  return isMany || isSecret(key) ? "hidden" : "shown";
}

/** An API key may be a number. Shorter ones occur by chance. */
function isSecretNumber(value: unknown, { literals }: Secrets): boolean {
  const text = encodeParsedJson(value);
  return text.length >= 6 && literals.includes(text);
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

/** Fields, by plain name, that are secret because of other fields of the object: the value of a pair, the body of a mail. */
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
  // The input of a validation error of FastAPI.
  const loc = fields.get("loc");
  if (Array.isArray(loc) && loc.some((step) => typeof step === "string" && isSecret(step))) return INPUT;
  // Encoded bytes cannot be searched.
  return fields.get("base64encoded") === true || fields.get("encoding") === "base64" ? ENCODED : undefined;
}

/** Whether an object with a name and a value is a cookie: there is nothing else, or a property of cookies. */
function isLikeCookie(fields: ReadonlyMap<string, unknown>): boolean {
  if (!fields.has("name") && !fields.has("key")) return false;
  return fields.size === 2 || [...fields.keys()].some((name) => COOKIE_FIELDS.has(name));
}

/** Types of bodies that can be redacted. */
type BodyKind = "json" | "lines" | "events" | "playlist";

/** Type of a body by its content type; undefined: the body is not recorded. */
export function bodyKind(contentType: string): BodyKind | undefined {
  const essence = essenceOf(contentType);
  if (/(?:ndjson|jsonl|jsonlines|json-lines|json-seq|[/+]stream\+json)$/.test(essence)) return "lines";
  if (essence === "text/event-stream") return "events";
  if (/[/+]json$/.test(essence)) return "json";
  return /mpegurl$/.test(essence) ? "playlist" : undefined;
}

/** Redacts a body. */
export function redactRecordedBody(text: string, kind: BodyKind, secrets: Secrets): string {
  // Text that is not valid JSON cannot be searched for secrets.
  const redact = (json: string): string => redactJson(json, secrets) ?? JSON.stringify(REDACTED);
  if (kind === "playlist") return redactText(text, secrets);
  if (kind === "json") return redact(text);
  if (kind === "events")
    return itemTexts(text, kind)
      .map((event) => redactEvent(event, secrets))
      .join("");
  const lines = text.split("\n").map((line) => {
    // RFC 7464 begins each with a record separator.
    const begin = line.startsWith("\u001e") ? 1 : 0;
    return line.slice(begin).trim() === "" ? line : line.slice(0, begin) + redact(line.slice(begin));
  });
  return lines.join("\n");
}

/** The texts of the items of a stream, each with the line end, or the empty line, that ends it; the last may have none. */
export function itemTexts(text: string, kind: "lines" | "events"): string[] {
  return text.split(kind === "lines" ? /(?<=\n)/ : EVENT_END).filter((part) => part !== "");
}

/** Behind an empty line; lines of events end with CR, LF or both. */
const LINE_END = "(?:\\r\\n|(?<!\\r)\\n|\\r(?!\\n))";
const EVENT_END = new RegExp(`(?<=${LINE_END}${LINE_END})`);
const WHOLE_EVENT = new RegExp(`${LINE_END}${LINE_END}$`);

/** Whether the text of an item has come to its end. */
export function isWhole(text: string, kind: "lines" | "events"): boolean {
  return (kind === "lines" ? /\n$/ : WHOLE_EVENT).test(text);
}

/** Data over several lines may be one JSON text, so the lines are joined before it is searched. */
function redactEvent(event: string, secrets: Secrets): string {
  const lines = event.split(/\r\n|\r|\n/);
  const isData = (line: string): boolean => /^data(?::|$)/.test(line);
  const data = lines.filter(isData).map((line) => line.replace(/^data:? ?/, ""));
  const others = lines.filter((line) => !isData(line) && line !== "").map((line) => redactText(line, secrets));
  const joined = data.join("\n");
  const clean = redactJson(joined, secrets) ?? redactText(joined, secrets);
  const fields = [...others, ...(data.length === 0 ? [] : clean.split("\n").map((line) => `data: ${line}`))];
  return `${fields.join("\n")}\n${isWhole(event, "events") ? "\n" : ""}`;
}

/** Replaces redacted parts of a request target. */
export const LEFT_OUT = "redacted";

/** Redacts a request target: values of secret query parameters, and credentials of the request anywhere in it. */
export function redactRecordedTarget(target: string, { isSecret, literals }: Secrets): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const clean = (text: string): string => hideLiterals(text, literals, LEFT_OUT);
  if (query === undefined) return clean(path);
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    clean(name),
    isSecret(name) ? LEFT_OUT : clean(value),
  ]);
  return `${clean(path)}?${new URLSearchParams(pairs)}`;
}
