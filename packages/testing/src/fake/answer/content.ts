import {
  encodeJson,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  parseJson,
  textResponse,
  toPlain,
  type ValidRequest,
} from "@svc/fastapi-validation";
import {
  allowsJson,
  type Content,
  essenceOf,
  type Json,
  type Operation,
  preferredContent,
  type Response,
} from "@svc/model/data";

/** What a request says of the content that it takes. */
export interface Asked {
  /** Header `Accept`. */
  readonly accept: string | undefined;
  /** Whether it asks for a stream where JSON is the other choice. Undefined: it does not say. */
  readonly stream?: boolean | undefined;
}

/**
 * The content that a request asks for: by its field for streams, then the one that `Accept` names with the highest quality,
 * the first of several; else the preferred one.
 */
export function acceptedContent(all: readonly Content[], { accept, stream }: Asked): Content | undefined {
  const some = stream === undefined ? [] : all.filter((content) => (content.stream !== undefined) === stream);
  const content = some.length > 0 ? some : all;
  if (accept === undefined || content.length < 2) return preferredContent(content);
  for (const range of acceptedRanges(accept)) {
    const matching = content.filter(({ mediaType }) => isWithin(essenceOf(mediaType), range));
    if (matching.length > 0) return preferredContent(matching);
  }
  return preferredContent(content);
}

/** The media ranges of `Accept`, those of the highest quality first (RFC 9110, section 12.5.1). */
function acceptedRanges(accept: string): string[] {
  return accept
    .split(",")
    .map((range) => ({ essence: essenceOf(range), quality: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ essence }) => essence);
}

function isWithin(essence: string, range: string): boolean {
  if (range === essence || range === "*/*") return true;
  return range.endsWith("/*") && essence.startsWith(range.slice(0, -1));
}

const STREAM = /^(?:is_?)?stream(?:ing|ed)?$/i;

/** What a valid request asks for: by `Accept`, and by a boolean field of its body or query that is named for streams. */
export function askedOf(
  { headers }: Pick<HttpRequest, "headers">,
  { body, query }: Pick<ValidRequest, "body" | "query">,
): Asked {
  const sent = typeof body === "object" && body !== null ? streamIn(body) : undefined;
  return { accept: headerOf(headers, "accept"), stream: sent ?? streamIn(query) };
}

function streamIn(fields: object): boolean | undefined {
  for (const name in fields) {
    const value = (fields as { readonly [name: string]: unknown })[name];
    if (typeof value === "boolean" && STREAM.test(name)) return value;
  }
  return undefined;
}

/** A media type of plain content: `application/vnd.example.raw+json`. */
const RAW = /^[a-z]+\/(?:[\w.-]+[.-])?raw(?:\+[\w.-]+)?$/;

/**
 * The text that an answer holds in its field `content`, for a request that asks for it raw by a media type which no operation
 * declares. Undefined: it does not, or there is none.
 */
export function rawContent(
  { status, headers, body }: HttpResponse,
  accept: string | undefined,
): HttpResponse | undefined {
  const raw = accept?.includes("raw") ? acceptedRanges(accept).find((range) => RAW.test(range)) : undefined;
  if (raw === undefined) return undefined;
  const type = headerOf(headers, "content-type") ?? "";
  if (status !== 200 || !allowsJson(type) || essenceOf(type) === raw) return undefined;
  const { content, encoding } =
    (parseJson(String(body)) as { value?: { content?: unknown; encoding?: unknown } | null }).value ?? {};
  if (typeof content !== "string") return undefined;
  const kept = headers.filter(([name]) => !/^content-(?:type|length)$/.test(name));
  const sent = textResponse(status, encoding === "base64" ? textOfBase64(content) : content, `${raw}; charset=utf-8`);
  return { ...sent, headers: [...kept, ...sent.headers] };
}

/** Made-up texts may be no base64. */
function textOfBase64(content: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
  } catch {
    return content;
  }
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

/**
 * `JSON.parse` that gives a bigint where a number would be another integer, as the validation of requests does. Text without
 * sixteen digits in a row, which nearly all is, is parsed as ever.
 *
 * @throws SyntaxError for text that is no JSON
 */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const parsed = parseJson(text);
  return "value" in parsed ? toPlain(parsed.value) : JSON.parse(text);
}

/** A documented response with the status that is sent. */
interface Success {
  readonly status: number;
  readonly response: Response | undefined;
}

const successes = new WeakMap<Operation, Success>();

/** The response of a successful call: 2xx, else `default`, else 1xx or 3xx. Status 200 where the document names none. */
export function successOf(operation: Operation): Success {
  const known = successes.get(operation) ?? findSuccess(operation);
  successes.set(operation, known);
  return known;
}

function findSuccess({ responses }: Operation): Success {
  const find = finder(responses);
  const response = find(/^2\d\d$/) ?? find(/^2XX$/) ?? find(/^default$/) ?? find(/^[13]\d\d$/);
  const isExact = response !== undefined && /^\d{3}$/.test(response.status);
  return { status: isExact ? Number(response.status) : 200, response };
}

/** The response to an invalid request: 422, else 400, another 4xx, or `default`. */
export function validationResponseOf({ responses }: Operation): Response | undefined {
  const find = finder(responses);
  return find(/^422$/) ?? find(/^400$/) ?? find(/^4XX$/) ?? find(/^default$/);
}

/** The response that an operation documents for a status: exactly, by its range, or as `default`. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const find = (name: string): Response | undefined => responses.find((response) => response.status === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find("default");
}

function finder(responses: readonly Response[]): (pattern: RegExp) => Response | undefined {
  return (pattern) => responses.find(({ status }) => pattern.test(status));
}
