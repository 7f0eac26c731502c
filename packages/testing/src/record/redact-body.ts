import { REDACTED, redactText, redactValue, type Secrets } from "./redact-value.ts";

/** A body as it may be kept; undefined: it cannot be looked through, so nothing of it is kept. */
export function redactBody(text: string, contentType: string, secrets: Secrets): string | undefined {
  const [essence = ""] = contentType.toLowerCase().split(";", 1);
  if (/[/+]json$/.test(essence.trim())) return redactJson(text, secrets);
  if (/(?:ndjson|jsonl|json-seq)$/.test(essence.trim())) {
    return text
      .split("\n")
      .map((line) => (line.trim() === "" ? line : redactJson(line, secrets)))
      .join("\n");
  }
  return /mpegurl$/.test(essence.trim()) ? redactText(text, secrets) : undefined;
}

function redactJson(text: string, secrets: Secrets): string {
  try {
    return JSON.stringify(redactValue(JSON.parse(text), secrets));
  } catch {
    // Claims to be JSON and is none: nobody knows what is in it.
    return JSON.stringify(REDACTED);
  }
}
