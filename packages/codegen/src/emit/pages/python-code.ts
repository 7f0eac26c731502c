import { type Json, type Operation, successResponses } from "@svc/model";
import { carriedIn, pathOf, queryOf } from "./curl-command.ts";
import { FAKE_URL } from "./page-context.ts";
import type { SampleCall } from "./sample-call.ts";

/**
 * The same call by Python's standard library, for tests of other languages that talk to `svc-fake`; undefined for forms
 * of several parts, which that library cannot write.
 */
export function pythonCode(operation: Operation, call: SampleCall): string | undefined {
  const { mediaType = "application/json", body } = call;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(mediaType);
  if (body !== undefined && /^multipart\//i.test(mediaType)) return undefined;
  const isRead = successResponses(operation).some(({ content }) => content.some((one) => /json/i.test(one.mediaType)));
  const isJson = !isForm && typeof body !== "string";
  const imports = [
    ...(isRead || (body !== undefined && isJson) ? ["json"] : []),
    ...(isForm ? ["urllib.parse"] : []),
    "urllib.request",
  ];
  const query = queryOf(call);
  const url = [FAKE_URL + pathOf(operation, call), ...(query === "" ? [] : [query])];
  const lines = [
    ...url.map((part, index) => `    ${literalOf(part)}${index === url.length - 1 ? "," : ""}`),
    ...(body === undefined ? [] : [`    data=${bodyOf(body, { isForm, isJson })},`]),
    `    headers=${literalOf(headersOf(call), 1)},`,
    ...(operation.method === (body === undefined ? "get" : "post")
      ? []
      : [`    method=${literalOf(operation.method.toUpperCase())},`]),
  ];
  return `${imports.map((name) => `import ${name}`).join("\n")}

request = urllib.request.Request(
${lines.join("\n")}
)
with urllib.request.urlopen(request) as response:
    print(${isRead ? "json.load(response)" : "response.read()"})`;
}

function bodyOf(body: Json, { isForm, isJson }: { readonly isForm: boolean; readonly isJson: boolean }): string {
  if (isForm) return `urllib.parse.urlencode(${literalOf(body, 1)}, doseq=True).encode()`;
  return isJson ? `json.dumps(${literalOf(body, 1)}).encode()` : `${literalOf(body)}.encode()`;
}

function headersOf(call: SampleCall): { [name: string]: string } {
  const { body, mediaType = "application/json" } = call;
  const cookies = carriedIn("cookie", call).map((pair) => pair.join("="));
  return {
    ...Object.fromEntries(carriedIn("header", call)),
    ...(body === undefined ? {} : { "Content-Type": mediaType }),
    ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }),
  };
}

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}

/** A value as Python writes it, broken into lines where it is long; `depth` is the indentation in steps of four. */
function literalOf(value: Json, depth = 0): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  // Text of JSON that is ASCII is text of Python.
  if (typeof value !== "object") return JSON.stringify(value).replaceAll(/\P{ASCII}/gu, escaped);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const items = isList
    ? value.map((item) => literalOf(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${literalOf(key)}: ${literalOf(item, depth + 1)}`);
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length + 4 * depth < 48 && !line.includes("\n")) return line;
  const indent = " ".repeat(4 * (depth + 1));
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join("")}${" ".repeat(4 * depth)}${close}`;
}
