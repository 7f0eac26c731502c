import { asObject, get, isObject } from "../../build/raw.ts";
import type { CheckContext } from "../check/context.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import { isToken } from "../text.ts";
import { checkFields, type Fields, oneOf, type Rule } from "./check-fields.ts";

const HEADER: Rule = [(value) => typeof value === "string" && isToken(value), "the name of a header"];

const WEBHOOK_SIGNATURE: Fields = {
  rules: {
    header: HEADER,
    hash: oneOf("sha256", "sha384", "sha512"),
    encoding: oneOf("hex", "base64"),
    prefix: [(value) => typeof value === "string" && /^[!-~]*$/.test(value), "printable ASCII without spaces"],
    id: HEADER,
  },
  required: ["header"],
};

const MARK: Rule = [(value) => typeof value === "string" && value !== "", "a text"];

const STREAM: Fields = {
  rules: { end: MARK, error: MARK },
  whole: ({ end, error }) =>
    end === undefined && error === undefined
      ? 'is empty; write { end: "[DONE]" }, { error: "error" }, or both'
      : undefined,
};

/** The extensions that the generator obeys are checked like fields of OpenAPI; all others are never looked at. */
export function checkRootExtensions(root: unknown, context: CheckContext): void {
  checkSwitch(root, "x-svc-open-enums", "", context);
  const signature = get(root, "x-svc-webhook-signature");
  if (signature !== undefined) checkFields(signature, "/x-svc-webhook-signature", WEBHOOK_SIGNATURE, context);
  for (const [name, value] of Object.entries(asObject(get(root, "x-svc-request-headers")))) {
    const at = childPointer("/x-svc-request-headers", name);
    if (!isToken(name)) context.refuse(at, `is ${show(name)}, a header name that HTTP cannot carry; correct it`);
    else if (typeof value !== "string" || !/^[ -~]*$/.test(value)) {
      context.refuse(at, `is ${show(value)}; write the header's value as a string of printable ASCII`);
    }
  }
}

/** `x-svc-open-enums` of the document, `x-svc-open` of a schema: a switch, and nothing that only looks like one. */
export function checkSwitch(holder: unknown, name: string, pointer: string, context: CheckContext): void {
  const value = get(holder, name);
  if (value === undefined || typeof value === "boolean") return;
  context.refuse(childPointer(pointer, name), `is ${show(value)}; write true or false`);
}

/** Functions that every builder has. */
const OF_BUILDERS = new Set(["allNull", "extend", "list", "maximal", "minimal", "rewind"]);

/** `x-svc-traits` of a schema: names that can be written after a dot, each with values of the schema's properties. */
export function checkTraits(schema: unknown, pointer: string, context: CheckContext): void {
  const traits = get(schema, "x-svc-traits");
  if (traits === undefined) return;
  const at = childPointer(pointer, "x-svc-traits");
  if (!/^\/components\/schemas\/[^/]+$/.test(pointer)) return void context.refuse(at, "is for named schemas; move it");
  if (!isObject(traits)) return void context.refuse(at, `is ${show(traits)}; write traits by name`);
  for (const [name, values] of Object.entries(traits)) {
    const place = childPointer(at, name);
    if (!isPart(name)) context.refuse(place, "has a name that cannot be written after a dot; give it another");
    else if (OF_BUILDERS.has(name))
      context.refuse(place, "has the name of a function of every builder; give it another");
    if (!isObject(values)) context.refuse(place, `is ${show(values)}; write values by property`);
  }
}

/** `x-svc-method`: a dotted name, each part of which can be written after a dot. */
export function checkMethodExtension(operation: unknown, pointer: string, context: CheckContext): void {
  const name = get(operation, "x-svc-method");
  if (name === undefined) return;
  const isName = typeof name === "string" && name.split(".").every(isPart);
  if (!isName) {
    context.refuse(
      childPointer(pointer, "x-svc-method"),
      `is ${show(name)}; write a dotted name such as "sessions.list"`,
    );
  }
}

function isPart(part: string): boolean {
  return /^[\p{L}$_][\p{L}\p{Nd}\p{Mn}$_]{0,200}$/u.test(part) && part !== "__proto__";
}

/** `x-svc-stream` of a media type: the text that ends the stream, and the event that is an error. */
export function checkStreamExtension(media: unknown, pointer: string, context: CheckContext): void {
  const value = get(media, "x-svc-stream");
  if (value !== undefined) checkFields(value, childPointer(pointer, "x-svc-stream"), STREAM, context);
}

/** `x-svc-constant` of a query parameter: the value that the client sends by itself. */
export function checkConstantExtension(parameter: unknown, pointer: string, context: CheckContext): void {
  const value = get(parameter, "x-svc-constant");
  if (value === undefined) return;
  const at = childPointer(pointer, "x-svc-constant");
  if (get(parameter, "in") !== "query") context.refuse(at, "is for query parameters; remove it");
  else if (typeof value !== "string") context.refuse(at, `is ${show(value)}; write the value as a string`);
}
