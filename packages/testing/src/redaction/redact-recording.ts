import { essenceOf } from "@svc/fastapi-validation";
import { redactJson } from "./redact-json.ts";
import { redactText } from "./redact-text.ts";
import { REDACTED, type Secrets } from "./secret-names.ts";

/** Types of bodies that can be redacted. */
export type BodyKind = "json" | "lines" | "playlist";

/** Type of a body by its content type; undefined: the body is not recorded. */
export function bodyKind(contentType: string): BodyKind | undefined {
  const essence = essenceOf(contentType);
  if (/(?:ndjson|jsonl|jsonlines|json-lines|json-seq|[/+]stream\+json)$/.test(essence)) return "lines";
  if (/[/+]json$/.test(essence)) return "json";
  return /mpegurl$/.test(essence) ? "playlist" : undefined;
}

/** Redacts a body. */
export function redactRecordedBody(text: string, kind: BodyKind, secrets: Secrets): string {
  // What is not valid JSON cannot be searched for secrets.
  const redact = (json: string): string => redactJson(json, secrets) ?? JSON.stringify(REDACTED);
  if (kind === "playlist") return redactText(text, secrets);
  if (kind === "json") return redact(text);
  return text
    .split("\n")
    .map((line) => {
      // RFC 7464 begins each with a record separator.
      const begin = line.startsWith("\u001e") ? 1 : 0;
      return line.slice(begin).trim() === "" ? line : line.slice(0, begin) + redact(line.slice(begin));
    })
    .join("\n");
}

/** Replaces redacted parts of a request target. */
export const LEFT_OUT = "redacted";

/** Redacts a request target: values of secret query parameters, and credentials of the request anywhere in it. */
export function redactRecordedTarget(target: string, { isSecret, literals }: Secrets): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const clean = (text: string): string => {
    let cleaned = text;
    for (const literal of literals)
      cleaned = cleaned.replaceAll(encodeURIComponent(literal), LEFT_OUT).replaceAll(literal, LEFT_OUT);
    return cleaned;
  };
  if (query === undefined) return clean(path);
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    clean(name),
    isSecret(name) ? LEFT_OUT : clean(value),
  ]);
  return `${clean(path)}?${new URLSearchParams(pairs)}`;
}
