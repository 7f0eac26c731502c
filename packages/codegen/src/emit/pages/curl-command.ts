import { fillPath, type Json, type Operation } from "@svc/model";
import { FILE } from "./call-code.ts";
import { FAKE_URL } from "./page-context.ts";
import type { SampleCall } from "./sample-call.ts";

/**
 * The same call for a shell: quoted for POSIX, every value encoded for its place.
 *
 * @param streamed media type of the stream that comes, which curl shows as it comes. @default no stream
 */
export function curlCommand(operation: Operation, call: SampleCall, streamed?: string): string {
  const flags = [
    streamed === undefined ? "" : `-N -H ${quoted(`Accept: ${streamed}`)}`,
    operation.method === "get" ? "" : operation.method === "head" ? "--head" : `-X ${operation.method.toUpperCase()}`,
    ...carriedIn("header", call).map(([name, text]) => `-H ${quoted(`${name}: ${text}`)}`),
    ...carriedIn("cookie", call).map(([name, text]) => `-b ${quoted(`${name}=${text}`)}`),
    ...bodyFlags(call),
  ].filter((flag) => flag !== "");
  // Brackets and braces would be patterns of many addresses.
  const path = pathOf(operation, call).replaceAll(/[[\]{}]/g, encodeURIComponent);
  return ["curl", ...flags, quoted(FAKE_URL + path + queryOf(call))].join(" \\\n  ");
}

/** Credentials and parameters that a call carries in its headers or cookies: names, and texts as they are sent. */
function carriedIn(place: "header" | "cookie", { credentials, params }: SampleCall): [string, string][] {
  const textOf = (value: Json): string =>
    place === "cookie" ? encodeURIComponent(plain(value)) : plain(value).replaceAll(/[\r\n]/g, " ");
  return [
    ...credentials.filter((one) => one.in === place).map(({ name, value }): [string, string] => [name, value]),
    ...params
      .filter(({ parameter }) => parameter.in === place)
      .map(({ parameter, value }): [string, string] => [parameter.name, textOf(value)]),
  ];
}

function bodyFlags({ body, mediaType = "application/json", files }: SampleCall): string[] {
  if (body === undefined) return [];
  const form = formFlag(mediaType);
  const fields = form !== undefined && body !== null && typeof body === "object" ? Object.entries(body) : [];
  if (form !== undefined && (fields.length > 0 || isMultipart(mediaType)))
    return fields.flatMap(([name, value]) =>
      [value]
        .flat()
        .map((one: Json) =>
          files.has(name)
            ? `--form ${quoted(`${name}=${formText(plain(one))};filename=${FILE}`)}`
            : `${form} ${quoted(`${name}=${plain(one)}`)}`,
        ),
    );
  const text = /json/i.test(mediaType) || typeof body !== "string" ? JSON.stringify(body) : body;
  // What begins with @ would be the name of a file whose content is sent.
  return [
    `-H ${quoted(`Content-Type: ${mediaType}`)}`,
    `${text.startsWith("@") ? "--data-raw" : "--data"} ${quoted(text)}`,
  ];
}

/** Content of a part: a leading @ or < would name a file of the reader's, and a semicolon would end it. */
function formText(text: string): string {
  return /^[@<"]|;/.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : text;
}

function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data\b/i.test(mediaType);
}

/** The flag for one field of a form; curl sets the media type itself, with the boundary of a multipart body. */
function formFlag(mediaType: string): string | undefined {
  if (isMultipart(mediaType)) return "--form-string";
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType) ? "--data-urlencode" : undefined;
}

/** The path with its values. */
function pathOf({ path, parameters }: Operation, call: SampleCall): string {
  const names = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  return fillPath(path, (name) => {
    const sample = call.path[names.indexOf(name)];
    return sample === undefined ? `{${name}}` : encodeURIComponent(plain(sample.value));
  });
}

/** The query with its question mark; empty where there is none. */
function queryOf({ credentials, params }: SampleCall): string {
  const pairs = [
    ...params.filter(({ parameter }) => parameter.in === "query").flatMap(queryPairs),
    ...credentials.filter((one) => one.in === "query").map(({ name, value }) => [name, value] as const),
  ];
  return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

function queryPairs({ parameter, value }: SampleCall["params"][number]): [string, string][] {
  const { name, explode, style } = parameter;
  if (Array.isArray(value) && explode) return value.map((item) => [name, plain(item)]);
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const key = (member: string): string => (style === "deepObject" ? `${name}[${member}]` : member);
    return Object.entries(value).map(([member, item]) => [key(member), plain(item)]);
  }
  return [[name, plain(value)]];
}

/** A value as text outside of JSON. */
export function plain(value: Json): string {
  if (Array.isArray(value)) return value.map(plain).join(",");
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}

/** One word of a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
