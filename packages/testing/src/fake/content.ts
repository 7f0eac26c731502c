import { encodeJson, type HttpResponse } from "@svc/fastapi-validation";
import { allowsJson, type Content, essenceOf, type Json, preferredContent } from "@svc/model";

/** The content that a request names in `Accept`, the first that it names; else the preferred one. */
export function acceptedContent(content: readonly Content[], accept: string | undefined): Content | undefined {
  if (accept === undefined || content.length < 2) return preferredContent(content);
  const named = accept.split(",").map(essenceOf);
  const asked = named.flatMap((essence) => content.find(({ mediaType }) => essenceOf(mediaType) === essence) ?? []);
  return asked[0] ?? preferredContent(content);
}

/** A JSON response with the media type that the document has for it: `application/vnd.example+json`. */
export function withDocumentedType(response: HttpResponse, content: readonly Content[]): HttpResponse {
  const documented = preferredContent(content)?.mediaType;
  if (documented === undefined || !allowsJson(documented) || essenceOf(documented) === "application/json")
    return response;
  const headers = response.headers.map(([name, value]): [string, string] =>
    name === "content-type" && value === "application/json" ? [name, concreteType(documented)] : [name, value],
  );
  return { ...response, headers };
}

/** Media types that are sent for ranges of media types. */
const OF_RANGES: { readonly [range: string]: string } = {
  "*": "application/json",
  "*/*": "application/json",
  "application/*": "application/json",
  "text/*": "text/plain; charset=utf-8",
  "image/*": "image/png",
  "audio/*": "audio/mpeg",
  "video/*": "video/mp4",
  "font/*": "font/woff2",
};

/** A media type that can be sent: for a range (`image/*`) one within it. */
export function concreteType(mediaType: string): string {
  const essence = essenceOf(mediaType);
  return OF_RANGES[essence] ?? (essence.includes("*") ? `${essence.split("/")[0]}/x-fake` : mediaType);
}

/** Default content of a media type, for a response without a schema, or whose schema allows any text. */
export function plainContent(essence: string): string {
  if (essence === "text/event-stream") return 'event: message\ndata: {"fake":true}\n\n';
  if (isLines(essence)) return '{"fake":true}\n';
  if (essence === "application/json-seq") return '\u001e{"fake":true}\n';
  if (isXml(essence)) return "<fake/>";
  return essence.startsWith("text/") ? "An answer of the fake." : "fake";
}

/** Writes a value as content of a media type: a form, JSON lines, XML, a string as it is, any other type as JSON. */
export function writeContent(essence: string, value: Json): string {
  if (typeof value === "string") return value;
  if (isLines(essence)) return (Array.isArray(value) ? value : [value]).map((item) => `${encodeJson(item)}\n`).join("");
  if (essence === "text/event-stream") return `event: message\ndata: ${encodeJson(value)}\n\n`;
  if (essence === "application/x-www-form-urlencoded") return new URLSearchParams(fieldsOf(value)).toString();
  return isXml(essence) ? `<?xml version="1.0" encoding="UTF-8"?>\n${element("root", value)}` : encodeJson(value);
}

function isLines(essence: string): boolean {
  return /ndjson|jsonl/.test(essence);
}

function isXml(essence: string): boolean {
  return /[/+]xml$/.test(essence);
}

/** Fields of a form; lists become repeated fields. */
function fieldsOf(value: Json): [string, string][] {
  if (typeof value !== "object" || value === null) return [["value", textOf(value)]];
  return Object.entries(value).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).map((one): [string, string] => [name, textOf(one)]),
  );
}

function textOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? encodeJson(value) : String(value);
}

function element(name: string, value: Json): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join("");
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : "item";
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([child, part]) => element(child, part))
          .join("")
      : textOf(value).replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${tag}>${inner}</${tag}>`;
}
