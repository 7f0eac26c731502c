import { essenceOf } from "@svc/model/data";
import { hideLiterals, redactText } from "./redact-call.ts";
import { redactJson } from "./redact-json.ts";
import { REDACTED, type Secrets } from "./secret-names.ts";

/** Types of bodies that can be redacted. */
export type BodyKind = "json" | "lines" | "events" | "playlist";

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
  return text
    .split("\n")
    .map((line) => {
      // RFC 7464 begins each with a record separator.
      const begin = line.startsWith("\u001e") ? 1 : 0;
      return line.slice(begin).trim() === "" ? line : line.slice(0, begin) + redact(line.slice(begin));
    })
    .join("\n");
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
