import { asObject, asString, get } from "../../build/raw.ts";
import { nearestName } from "../../nearest-name.ts";
import { withoutReference, words } from "../../repair/references.ts";
import { replaceAt } from "../../repair/repair.ts";
import { bindTemplate } from "../../repair/templates.ts";
import { refTo } from "../../schema.ts";
import { isSpent, spend, type Work } from "../../work.ts";
import { kindOf, show } from "../finding.ts";
import { kindAt } from "../kinds.ts";
import { childPointer, decodeFragment, pointerTokens, valueAt } from "../pointer.ts";
import type { Node } from "../walk.ts";
import type { CheckContext } from "./context.ts";

const OUTSIDE =
  "is outside this document, and nothing outside is read or fetched; bundle the document into one file first";

/** Schemas that can be referred to by name: `$id`, `$anchor` and `$dynamicAnchor` of JSON Schema 2020-12. */
export interface SchemaNames {
  readonly ids: Map<string, Node>;
  /** By resource (undefined: the document) and name. */
  readonly anchors: Map<Node | undefined, Map<string, Node>>;
  /** How many schemas of the document have this dynamic anchor. */
  readonly dynamic: Map<string, number>;
  /** Where references lead that were followed already, by kind and text. */
  readonly known: Map<string, Node>;
}

/** Remembers the names that a schema gives itself. */
export function collectNames(node: Node, names: SchemaNames, root: unknown): void {
  const resource = resourceOf(node);
  if (resource === node) names.ids.set(addressOf(node, root), node);
  for (const keyword of ["$anchor", "$dynamicAnchor"]) {
    const anchor = get(node.value, keyword);
    if (typeof anchor !== "string") continue;
    const known = names.anchors.get(resource) ?? new Map<string, Node>();
    names.anchors.set(resource, known.set(anchor, node));
    if (keyword === "$dynamicAnchor") names.dynamic.set(anchor, (names.dynamic.get(anchor) ?? 0) + 1);
  }
}

/** The schema with `$id` that a node stands in, or is; undefined for the document. */
function resourceOf(node: Node): Node | undefined {
  return node.kind === "schema" && typeof get(node.value, "$id") === "string" ? node : node.resource;
}

/** Address of a schema with `$id`, which is relative to the one around it; of the document (undefined) that of `$self`. */
function addressOf(resource: Node | undefined, root: unknown): string {
  return resource === undefined
    ? resolve(asString(get(root, "$self")) ?? "", "document:///")
    : resolve(String(get(resource.value, "$id")), addressOf(resource.resource, root)).replace(/#$/, "");
}

function resolve(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

/** Checks the reference that a node is or has, and remembers where it leads. Nothing is ever read or fetched. */
export function checkReference(node: Node, names: SchemaNames, context: CheckContext): Node | undefined {
  const raw = asObject(node.value);
  const keyword = node.kind === "schema" && !Object.hasOwn(raw, "$ref") ? "$dynamicRef" : "$ref";
  const ref = raw[keyword];
  const at = childPointer(node.pointer, keyword);
  const refuse = (message: string): undefined => context.refuse(at, message) as undefined;
  const mend = (wrong: string, advice: string): undefined =>
    context.mend(at, { wrong, advice, ...withoutReference(node, keyword, context.root) }) as undefined;
  if (typeof ref !== "string")
    return mend(`is ${kindOf(ref)}`, 'a reference is a string such as "#/components/schemas/Name"');
  if (keyword === "$dynamicRef" && (names.dynamic.get(ref.slice(1)) ?? 0) > 1) {
    return refuse(
      `${show(ref)} depends on where validation comes from (several schemas have this $dynamicAnchor); use $ref`,
    );
  }
  const memo = resourceOf(node) === undefined ? `${node.kind} ${ref}` : "";
  const target =
    names.known.get(memo) ??
    (ref.startsWith("#/") || ref === "#" ? byPointer(ref, node, context) : byName(ref, node, names, context));
  if (target === undefined) {
    const meant = meantBy(ref, node, context);
    if (meant !== undefined) {
      context.mend(at, {
        wrong: `${show(ref)} ${Object.hasOwn(schemasOf(context), ref) ? "is the name of a schema" : "leads nowhere in this document"}`,
        advice: `write ${show(meant)}`,
        assumed: meant === refTo(ref) ? "that schema is assumed" : `${show(meant)} is assumed`,
        edits: [{ op: "set", pointer: node.pointer, key: keyword, value: meant }],
      });
      return undefined;
    }
    if (isOutside(ref)) {
      return refuse(`${show(ref)} ${OUTSIDE}`);
    }
  }
  if (target === undefined) {
    return mend(`${show(ref)} leads nowhere in this document`, adviceFor(ref, node, context));
  }
  if (target.kind !== node.kind) {
    return mend(`${show(ref)} leads to a ${words(target.kind)} where a ${words(node.kind)} belongs`, "refer to one");
  }
  const isObject = typeof target.value === "object" && target.value !== null && !Array.isArray(target.value);
  if (!isObject && !(node.kind === "schema" && typeof target.value === "boolean")) {
    return mend(`${show(ref)} leads to ${kindOf(target.value)} where a ${words(node.kind)} belongs`, "refer to one");
  }
  const written = bindTemplate(node, target);
  if (written !== undefined) return context.mend(node.pointer, written) as undefined;
  if (memo !== "") names.known.set(memo, target);
  context.targets.set(raw, target);
  return target;
}

/** A reference where OpenAPI allows none, such as in the place of a map: what it leads to is read in its place. */
export function writeOut(
  { pointer }: Pick<Node, "pointer">,
  { $ref, ...beside }: { readonly [name: string]: unknown },
  context: CheckContext,
): void {
  const ref = String($ref);
  const tokens = pointerTokens(decodeFragment(ref.replace(/^#/, "")) ?? "?") ?? [];
  const isAround = `${pointer}/`.startsWith(`${childPointer("", ...tokens)}/`);
  const target = ref.startsWith("#/") && !isAround ? valueAt(context.root, tokens) : undefined;
  if (typeof target !== "object" || target === null) {
    const fault = isOutside(ref) ? OUTSIDE : "leads to nothing that can be written here; write what it stands for";
    context.refuse(childPointer(pointer, "$ref"), `${show(ref)} ${fault}`);
    return;
  }
  if (isSpent(context.written)) return;
  spendOn(target, context.written);
  if (isSpent(context.written)) {
    // The first that is too much says so for all.
    context.refuse(childPointer(pointer, "$ref"), `${show(ref)} makes the document far larger; refer to named schemas`);
    return;
  }
  context.mend(pointer, {
    wrong: "is a reference, which OpenAPI does not allow here",
    advice: "write what it leads to",
    assumed: `what ${show(ref)} leads to is assumed`,
    edits: replaceAt(pointer, Array.isArray(target) ? target : { ...target, ...beside }, context.root),
  });
}

/** Counts the values of what is written out, as long as more may be. */
function spendOn(target: object, written: Work): void {
  const waiting: unknown[] = [target];
  while (waiting.length > 0 && spend(written)) {
    const value = waiting.pop();
    if (typeof value === "object" && value !== null) for (const item of Object.values(value)) waiting.push(item);
  }
}

function byPointer(ref: string, node: Node, context: CheckContext): Node | undefined {
  const resource = resourceOf(node);
  // Within a schema with `$id`, pointers start there; documents that mean the root get it where that leads nowhere.
  return (resource && within(resource, ref, node, context)) ?? within(undefined, ref, node, context);
}

/** The place of a pointer within a schema with `$id`, or within the document. */
function within(base: Node | undefined, ref: string, node: Node, context: CheckContext): Node | undefined {
  const tokens = pointerTokens(decodeFragment(ref.slice(1)) ?? "?");
  const value = tokens && valueAt(base === undefined ? context.root : base.value, tokens);
  if (tokens === undefined || value === undefined) return undefined;
  const path = [...(base === undefined ? [] : (pointerTokens(base.pointer) ?? [])), ...tokens];
  // A place that OpenAPI does not know may hold anything: what is found there is checked as what it is used for.
  const kind = kindAt(path);
  return kind === null
    ? undefined
    : { kind: kind ?? node.kind, value, pointer: childPointer("", ...path), resource: base };
}

function byName(ref: string, node: Node, names: SchemaNames, context: CheckContext): Node | undefined {
  const hash = ref.indexOf("#");
  const [id, fragment] = hash < 0 ? [ref, ""] : [ref.slice(0, hash), ref.slice(hash + 1)];
  const own = resourceOf(node);
  const address = id === "" ? "" : resolve(id, addressOf(own, context.root));
  if (address === addressOf(undefined, context.root) && fragment.startsWith("/"))
    return within(undefined, `#${fragment}`, node, context);
  if (node.kind !== "schema") return undefined;
  const resource = id === "" ? own : names.ids.get(address);
  if (id !== "" && resource === undefined) return undefined;
  if (fragment === "") return id === "" ? undefined : resource;
  if (fragment.startsWith("/")) return within(resource, `#${fragment}`, node, context);
  return names.anchors.get(resource)?.get(decodeFragment(fragment) ?? "");
}

/**
 * The reference that a mistaken one stands for: a schema's bare name, a pointer without its `#/`, or a place of Swagger 2.0;
 * undefined where nothing of the right kind is there.
 */
function meantBy(ref: string, node: Node, context: CheckContext): string | undefined {
  if (node.kind === "schema" && Object.hasOwn(schemasOf(context), ref)) return refTo(ref);
  const place =
    /^(?:#\/|#|\/)?(components|definitions|schemas|parameters|responses|requestBodies|headers)(\/.*)$/s.exec(ref);
  if (place === null) return undefined;
  const [, root = "", rest = ""] = place;
  const home = root === "components" ? root : `components/${root === "definitions" ? "schemas" : root}`;
  const meant = `#/${home}${rest}`;
  const found = meant === ref ? undefined : byPointer(meant, node, context);
  return found?.kind === node.kind && typeof found.value === "object" ? meant : undefined;
}

/** Names the nearest component of the kind that belongs there: a name is more often misspelt than forgotten. */
function adviceFor(ref: string, node: Node, context: CheckContext): string {
  const tokens = pointerTokens(decodeFragment(ref.replace(/^#/, "")) ?? "") ?? [];
  const place = node.kind === "schema" ? ["components", "schemas"] : tokens.slice(0, -1);
  const names = Object.keys(asObject(valueAt(context.root, place)));
  const nearest = nearestName(tokens.at(-1) ?? ref, names);
  const meant = nearest === undefined ? undefined : `#${childPointer("", ...place, nearest)}`;
  return `${meant === undefined ? "" : `is ${show(meant)} meant? `}correct it or add what it refers to`;
}

function isOutside(ref: string): boolean {
  return !/^\s*#|^$|\s/.test(ref);
}

function schemasOf({ root }: CheckContext): object {
  return asObject(get(get(root, "components"), "schemas"));
}
