import { asObject, get, type Raw } from "../../build/raw.ts";
import { replaceAt } from "../../repair/repair.ts";
import { mendScalar } from "../../repair/values.ts";
import { checkConstantExtension, checkMethodExtension, checkStreamExtension } from "../extensions/check-extensions.ts";
import { checkWaiterExtensions } from "../extensions/check-waiter.ts";
import { kindOf, show } from "../finding.ts";
import type { Kind } from "../kinds.ts";
import { childPointer } from "../pointer.ts";
import { isControlFree, isToken } from "../text.ts";
import type { Node } from "../walk.ts";
import type { CheckContext } from "./context.ts";

type Check = (raw: Raw, pointer: string, context: CheckContext) => void;

/** Styles by location. https://spec.openapis.org/oas/v3.2.0.html#style-values */
const STYLES: { readonly [location: string]: readonly string[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: [],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

/** Assumed content of an object that the author left empty. */
const EMPTY: { readonly [kind in Kind]?: object } = {
  operation: { responses: {} },
  response: { description: "" },
  requestBody: { content: {} },
  header: {},
  mediaType: {},
  pathItem: {},
  components: {},
};

const CHECKS: { readonly [kind in Kind]?: Check } = {
  parameter: checkParameter,
  header: (raw, pointer, context) => checkBooleans(raw, ["required", "explode", "deprecated"], pointer, context),
  requestBody: (raw, pointer, context) => {
    checkBooleans(raw, ["required"], pointer, context);
    checkMediaTypes(raw, pointer, context);
  },
  response: checkResponse,
  operation: checkOperation,
  pathItem: () => {},
  mediaType: (raw, pointer, context) => {
    checkStreamExtension(raw, pointer, context);
    for (const field of ["prefixEncoding", "itemEncoding"]) {
      if (!Object.hasOwn(raw, field)) continue;
      const message = "is for parts without names, which methods do not write: the body is sent as it is given";
      context.warn(childPointer(pointer, field), message);
    }
  },
};

/** Checks one object that is no schema, without what is below it. */
export function checkObject({ kind, value, pointer }: Node, context: CheckContext): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    // YAML leaves null where an author left a place empty: an empty path item or media type is allowed.
    if (value === null && (kind === "pathItem" || kind === "mediaType" || kind === "components")) return;
    if (kind === "example" || kind === "link") return;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const edits = isEmpty && EMPTY[kind] !== undefined ? replaceAt(pointer, EMPTY[kind], context.root) : undefined;
    const [wrong, advice] = [`is ${kindOf(value)}`, "write an object"];
    if (value === null && (kind === "parameter" || kind === "callback")) {
      context.mend(pointer, { wrong, advice, assumed: "it is left out", edits: [{ op: "remove", pointer }] });
    } else if (edits === undefined) context.refuse(pointer, `${wrong}; ${advice}`);
    else context.mend(pointer, { wrong, advice, assumed: "an empty one is assumed", edits });
    return;
  }
  CHECKS[kind]?.(value as Raw, pointer, context);
}

function checkParameter(raw: Raw, pointer: string, context: CheckContext): void {
  const { name, in: location, style, required } = raw as { [field: string]: unknown };
  if (typeof name !== "string" || name === "") {
    const [wrong, advice, at] = [`is ${show(name)}`, "write the parameter's name", childPointer(pointer, "name")];
    // An empty row of an editor's table. In a path, and where others refer to it, the name is needed.
    const isRow = name === "" && location !== "path" && /\/\d+$/.test(pointer);
    if (!isRow) context.refuse(at, `${wrong}; ${advice}`);
    else context.mend(at, { wrong, advice, assumed: "it is left out", edits: [{ op: "remove", pointer }] });
  }
  if (typeof location !== "string" || !Object.hasOwn(STYLES, location)) {
    context.refuse(
      childPointer(pointer, "in"),
      `is ${show(location)}; write path, query, querystring, header or cookie`,
    );
  } else {
    const styles = STYLES[location] ?? [];
    if (style !== undefined && !styles.includes(style as string)) {
      const at = childPointer(pointer, "style");
      context.mend(at, {
        wrong: `is ${show(style)}`,
        advice: styles.length === 0 ? "remove it" : `in ${location} write one of ${styles.join(", ")}`,
        assumed: styles.length === 0 ? "it is left out" : `${show(styles[0])} is assumed`,
        edits: [{ op: "remove", pointer: at }],
      });
    }
    if (location === "path" && required === false) {
      context.mend(childPointer(pointer, "required"), {
        wrong: "is false for a path parameter",
        advice: "write true, or declare two paths",
        assumed: "true is assumed",
        edits: [{ op: "set", pointer, key: "required", value: true }],
      });
    }
    if (location === "header" && typeof name === "string")
      checkHeaderName(name, childPointer(pointer, "name"), context);
  }
  if (location === "querystring" && Object.keys(asObject(raw["content"])).length === 0) {
    context.refuse(
      pointer,
      `is a whole query without "content", so nobody can tell how it is written; add a media type`,
    );
  }
  if (style === "deepObject" && get(raw["schema"], "type") === "array") {
    context.warn(pointer, "has style deepObject with a list, which OpenAPI does not define; it is sent as name[0]=…");
  }
  checkConstantExtension(raw, pointer, context);
  checkBooleans(raw, ["required", "explode", "allowReserved", "deprecated", "allowEmptyValue"], pointer, context);
  checkMediaTypes(raw, pointer, context);
}

function checkResponse(raw: Raw, pointer: string, context: CheckContext): void {
  // OpenAPI 3.2 requires none.
  const isOptional = raw["description"] === undefined && /^3\.2/.test(String(get(context.root, "openapi")));
  if (typeof raw["description"] !== "string" && !isOptional) {
    const { description } = raw;
    const text = typeof description === "number" || typeof description === "boolean" ? String(description) : "";
    context.mend(pointer, {
      wrong: description === undefined ? "has no description" : `has a description that is ${show(description)}`,
      advice: "write one, as a string",
      assumed: text === "" ? "an empty one is assumed" : `${show(text)} is assumed`,
      edits: replaceAt(childPointer(pointer, "description"), text, context.root),
    });
  }
  for (const name of Object.keys(asObject(raw["headers"]))) {
    checkHeaderName(name, childPointer(childPointer(pointer, "headers"), name), context);
  }
  checkMediaTypes(raw, pointer, context);
}

function checkOperation(raw: Raw, pointer: string, context: CheckContext): void {
  checkBooleans(raw, ["deprecated"], pointer, context);
  checkMethodExtension(raw, pointer, context);
  checkWaiterExtensions(raw, pointer, context);
  const { tags, responses } = raw as { [field: string]: unknown };
  const tagsAt = childPointer(pointer, "tags");
  if (typeof tags === "string") {
    context.mend(tagsAt, {
      wrong: `is ${show(tags)}`,
      advice: "write a list",
      assumed: "a list of it is assumed",
      edits: [{ op: "set", pointer, key: "tags", value: [tags] }],
    });
  } else if (tags !== undefined && tags !== null && !Array.isArray(tags)) {
    context.refuse(tagsAt, `is ${show(tags)}; write a list`);
  }
  for (const [index, tag] of (Array.isArray(tags) ? tags : []).entries()) {
    if (typeof tag === "string") continue;
    const at = childPointer(tagsAt, index);
    const name = typeof tag === "number" || typeof tag === "boolean" ? String(tag) : undefined;
    context.mend(at, {
      wrong: `is ${show(tag)}`,
      advice: "write the tag as a string",
      assumed: name === undefined ? "it is left out" : `${show(name)} is assumed`,
      edits: name === undefined ? [{ op: "remove", pointer: at }] : replaceAt(at, name, context.root),
    });
  }
  const at = childPointer(pointer, "responses");
  const statuses = Object.keys(asObject(responses));
  if (statuses.length === 0) context.warn(at, "names no response, so any answer is taken as it comes; add one");
  for (const status of statuses) {
    if (status === "default" || status.startsWith("x-") || /^[1-5](?:\d\d|XX)$/.test(status)) continue;
    const message = /^[1-5]xx$/i.test(status)
      ? "is read as a range; write XX in capitals"
      : "is no HTTP status, and is left out; correct it";
    context.warn(childPointer(at, status), message);
  }
}

function checkMediaTypes(raw: Raw, pointer: string, context: CheckContext): void {
  for (const mediaType of Object.keys(asObject(raw["content"]))) {
    if (isControlFree(mediaType)) continue;
    const at = childPointer(childPointer(pointer, "content"), mediaType);
    context.refuse(at, "is a media type with control characters, which no header can carry; remove them");
  }
}

/** Headers that nobody can send are only a warning: they are never sent by accident either. */
export function checkHeaderName(name: string, at: string, context: CheckContext): void {
  if (!isControlFree(name)) context.refuse(at, "is a header name with control characters; remove them");
  else if (!isToken(name)) context.warn(at, `is ${show(name)}, a header name that HTTP cannot carry; correct it`);
}

function checkBooleans(raw: Raw, fields: readonly string[], pointer: string, context: CheckContext): void {
  for (const field of fields) {
    const value = raw[field];
    if (!Object.hasOwn(raw, field) || typeof value === "boolean" || value === null) continue;
    const at = childPointer(pointer, field);
    const [wrong, advice] = [`is ${show(value)}`, "write true or false"];
    const found = mendScalar(value, "boolean", at);
    if (found === undefined) context.refuse(at, `${wrong}; ${advice}`);
    else context.mend(at, { wrong, advice, ...found });
  }
}
