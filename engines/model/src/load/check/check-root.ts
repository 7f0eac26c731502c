import { asObject, get } from "../../build/raw.ts";
import { checkRootExtensions } from "../extensions/check-extensions.ts";
import { kindOf, show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import type { CheckContext } from "./context.ts";

/** Checks the version, and the fields that stand at the top. */
export function checkRoot(root: unknown, context: CheckContext): void {
  checkVersion(root, context);
  checkInfo(get(root, "info"), context);
  const isMissing = (field: string): boolean => get(root, field) === undefined || get(root, field) === null;
  const needed = context.is30 ? ["paths"] : ["paths", "webhooks", "components"];
  if (needed.every(isMissing)) {
    context.mend("/paths", {
      wrong: "is missing",
      advice: `add the paths of the API${context.is30 ? "" : ", or webhooks or components"}`,
      assumed: "a document without operations is assumed",
      edits: [{ op: "set", pointer: "", key: "paths", value: {} }],
    });
  }
  for (const name of Object.keys(asObject(get(get(root, "components"), "schemas")))) {
    if (!/\p{Surrogate}/u.test(name)) continue;
    const at = childPointer("/components/schemas", name);
    context.refuse(at, "has a name with half a character (a lone surrogate), which no reference can spell; rename it");
  }
  checkServers(get(root, "servers"), context);
  checkRootExtensions(root, context);
  const tags = get(root, "tags");
  if (tags !== undefined && tags !== null && !Array.isArray(tags)) {
    const edits = [{ op: "remove", pointer: "/tags" }] as const;
    context.mend("/tags", { wrong: `is ${kindOf(tags)}`, advice: "write a list", assumed: "it is left out", edits });
  }
  for (const [index, tag] of (Array.isArray(tags) ? tags : []).entries()) {
    const name = get(tag, "name");
    if (typeof name === "string") continue;
    const isText = typeof name === "number" || typeof name === "boolean";
    const at = `/tags/${index}`;
    context.mend(`${at}/name`, {
      wrong: `is ${show(name)}`,
      advice: "write the tag's name as a string",
      assumed: isText ? `${show(String(name))} is assumed` : "the tag is left out",
      edits: isText ? [{ op: "set", pointer: at, key: "name", value: String(name) }] : [{ op: "remove", pointer: at }],
    });
  }
}

function checkVersion(root: unknown, context: CheckContext): void {
  const advice = 'supported are OpenAPI 3.0, 3.1 and 3.2, as a string such as "3.1.0"';
  if (get(root, "swagger") !== undefined) {
    context.refuse(
      "/swagger",
      `is ${show(get(root, "swagger"))}; convert the document to OpenAPI 3 and remove it (${advice})`,
    );
    if (get(root, "openapi") === undefined) return;
  }
  const version = get(root, "openapi");
  if (version === undefined) context.refuse("/openapi", `is missing, so the version is not known; ${advice}`);
  else if (typeof version === "number" && /^3(?:\.[012])?$/.test(String(version))) {
    const text = `${Number.isInteger(version) ? "3.0" : version}.0`;
    context.mend("/openapi", {
      wrong: `is ${show(version)}, a number`,
      advice,
      assumed: `${show(text)} is assumed`,
      edits: [{ op: "set", pointer: "", key: "openapi", value: text }],
    });
  } else if (typeof version !== "string")
    context.refuse("/openapi", `is ${show(version)}, ${kindOf(version)}; ${advice}`);
  else if (!/^3\.[012](?:\.\d{1,4})?(?:-[\w.]{1,20})?$/.test(version)) {
    context.refuse("/openapi", `is ${show(version)}; ${advice}`);
  }
}

/** Title of a document without one. */
const INFO = { title: "API", version: "0.0.0" } as const;

function checkInfo(info: unknown, context: CheckContext): void {
  if (typeof info !== "object" || info === null || Array.isArray(info)) {
    const [wrong, advice] = [`is ${kindOf(info)}`, "write an object with title and version"];
    // No request depends on it.
    const edits = [{ op: "set", pointer: "", key: "info", value: INFO }] as const;
    context.mend("/info", { wrong, advice, assumed: `title and version ${show(INFO.version)} are assumed`, edits });
    return;
  }
  for (const field of ["title", "version"] as const) {
    const value = asObject(info)[field];
    if (typeof value === "string") continue;
    const at = `/info/${field}`;
    const [wrong, advice] = [`is ${show(value)}`, "write a string"];
    if (typeof value === "object" && value !== null) {
      context.refuse(at, `${wrong}; ${advice}`);
      continue;
    }
    const text = value === undefined || value === null ? INFO[field] : String(value);
    const edits = [{ op: "set", pointer: "/info", key: field, value: text }] as const;
    context.mend(at, { wrong, advice, assumed: `${show(text)} is assumed`, edits });
  }
}

function checkServers(servers: unknown, context: CheckContext): void {
  if (servers === undefined || servers === null) return;
  if (!Array.isArray(servers)) {
    const edits = [{ op: "remove", pointer: "/servers" }] as const;
    const assumed = "they are left out";
    context.mend("/servers", { wrong: `is ${kindOf(servers)}`, advice: "write a list", assumed, edits });
  }
  for (const [index, server] of (Array.isArray(servers) ? servers : []).entries()) {
    const at = childPointer("/servers", index);
    if (typeof get(server, "url") !== "string") {
      const [wrong, advice] = [`is ${show(get(server, "url"))}`, "write the address as a string"];
      const edits = [{ op: "remove", pointer: at }] as const;
      context.mend(childPointer(at, "url"), { wrong, advice, assumed: "the server is left out", edits });
      continue;
    }
    for (const [name, variable] of Object.entries(asObject(get(server, "variables")))) {
      const variableAt = childPointer(childPointer(at, "variables"), name);
      const defaultAt = childPointer(variableAt, "default");
      const values: unknown = get(variable, "enum");
      const value = get(variable, "default");
      if (["string", "number", "boolean"].includes(typeof value)) {
        if (!Array.isArray(values) || values.map(String).includes(String(value))) continue;
        const edits = [{ op: "append", pointer: childPointer(variableAt, "enum"), value: String(value) }] as const;
        const wrong = `is ${show(value)}, which "enum" does not list`;
        context.mend(defaultAt, { wrong, advice: "list it", assumed: "it is one of them", edits });
        continue;
      }
      const [wrong, advice] = [`is ${show(value)}`, "write a string"];
      const first = Array.isArray(values) ? String(values[0]) : "";
      if (typeof variable !== "object" || variable === null || typeof get(variable, "default") === "object") {
        context.refuse(defaultAt, `${wrong}; ${advice}`);
      } else {
        const edits = [{ op: "set", pointer: variableAt, key: "default", value: first }] as const;
        context.mend(defaultAt, { wrong, advice, assumed: `${show(first)} is assumed`, edits });
      }
    }
  }
}
