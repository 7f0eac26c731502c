import { asObject, get } from "../build/raw.ts";
import { checkRootExtensions } from "./check-extensions.ts";
import type { CheckContext } from "./context.ts";
import { kindOf, show } from "./finding.ts";
import { childPointer } from "./pointer.ts";

/** Checks the version, and the fields that stand at the top. */
export function checkRoot(root: unknown, context: CheckContext): void {
  checkVersion(root, context);
  checkInfo(get(root, "info"), context);
  const isMissing = (field: string): boolean => get(root, field) === undefined || get(root, field) === null;
  const needed = context.is30 ? ["paths"] : ["paths", "webhooks", "components"];
  if (needed.every(isMissing)) {
    context.refuse(
      "/paths",
      `is missing; add the paths of the API${context.is30 ? "" : ", or webhooks or components"}`,
    );
  }
  for (const name of Object.keys(asObject(get(get(root, "components"), "schemas")))) {
    if (!/\p{Surrogate}/u.test(name)) continue;
    const at = childPointer("/components/schemas", name);
    context.refuse(at, "has a name with half a character (a lone surrogate), which no reference can spell; rename it");
  }
  checkServers(get(root, "servers"), context);
  checkRootExtensions(root, context);
  const tags = get(root, "tags");
  if (tags !== undefined && tags !== null && !Array.isArray(tags))
    context.refuse("/tags", `is ${kindOf(tags)}; write a list`);
  for (const [index, tag] of (Array.isArray(tags) ? tags : []).entries()) {
    if (typeof get(tag, "name") !== "string") {
      context.refuse(`/tags/${index}/name`, `is ${show(get(tag, "name"))}; write the tag's name as a string`);
    }
  }
}

function checkVersion(root: unknown, context: CheckContext): void {
  const advice = 'supported are OpenAPI 3.0 and 3.1, as a string such as "3.1.0"';
  if (get(root, "swagger") !== undefined) {
    context.refuse(
      "/swagger",
      `is ${show(get(root, "swagger"))}; convert the document to OpenAPI 3 and remove it (${advice})`,
    );
    if (get(root, "openapi") === undefined) return;
  }
  const version = get(root, "openapi");
  if (version === undefined) context.refuse("/openapi", `is missing, so the version is not known; ${advice}`);
  else if (typeof version !== "string")
    context.refuse("/openapi", `is ${show(version)}, ${kindOf(version)}; ${advice}`);
  else if (!/^3\.[01](?:\.\d{1,4})?(?:-[\w.]{1,20})?$/.test(version)) {
    context.refuse("/openapi", `is ${show(version)}; ${advice}`);
  }
}

function checkInfo(info: unknown, context: CheckContext): void {
  if (typeof info !== "object" || info === null || Array.isArray(info)) {
    context.refuse("/info", `is ${kindOf(info)}; write an object with title and version`);
    return;
  }
  for (const field of ["title", "version"]) {
    const value = asObject(info)[field];
    if (typeof value !== "string") context.refuse(`/info/${field}`, `is ${show(value)}; write a string`);
  }
}

function checkServers(servers: unknown, context: CheckContext): void {
  if (servers === undefined || servers === null) return;
  if (!Array.isArray(servers)) context.refuse("/servers", `is ${kindOf(servers)}; write a list`);
  for (const [index, server] of (Array.isArray(servers) ? servers : []).entries()) {
    const at = childPointer("/servers", index);
    if (typeof get(server, "url") !== "string") {
      context.refuse(childPointer(at, "url"), `is ${show(get(server, "url"))}; write the address as a string`);
    }
    for (const [name, variable] of Object.entries(asObject(get(server, "variables")))) {
      if (["string", "number", "boolean"].includes(typeof get(variable, "default"))) continue;
      const variableAt = childPointer(childPointer(at, "variables"), name);
      context.refuse(childPointer(variableAt, "default"), `is ${show(get(variable, "default"))}; write a string`);
    }
  }
}
