import { REDACTED, redactText } from "./redact-text.ts";
import { redactJson } from "./redact-value.ts";
import type { Secrets } from "./secrets.ts";

/** What can be looked through. */
export type BodyKind = "json" | "lines" | "playlist";

/** What a content type says of a body; undefined: nothing of it is kept. */
export function bodyKind(contentType: string): BodyKind | undefined {
  const essence = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (/(?:ndjson|jsonl|jsonlines|json-lines|json-seq|[/+]stream\+json)$/.test(essence)) return "lines";
  if (/[/+]json$/.test(essence)) return "json";
  return /mpegurl$/.test(essence) ? "playlist" : undefined;
}

/** A body as it may be kept. */
export function redactBody(text: string, kind: BodyKind, secrets: Secrets): string {
  // Claims to be JSON and is none: nobody knows what is in it.
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
