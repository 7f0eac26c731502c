import { anonymousPath, pathNames } from "@svc/model/data";

/** Structure of a path template, as far as resources are concerned. */
export interface PathShape {
  readonly path: string;
  /** The template without parameter names: the same for `/things/{id}` and `/things/{thing}`. */
  readonly key: string;
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
  /** Key of the path above: of the collection, for an item. */
  readonly above: string;
  /** Whether the last segment is a parameter: the path of an item. */
  readonly isItem: boolean;
  /** Static segments, outermost first. */
  readonly nouns: readonly string[];
  /** The last static segment. */
  readonly noun: string;
}

/** Forms that some services write behind the last segment. */
const EXTENSION = /\.(?:json|xml)$/i;

/** Shapes by the templates of documents, which are compared with each other and read with each request. */
const shapes: Map<string, PathShape> = /* @__PURE__ */ new Map();
/** Paths whose structure is kept: a process reads few documents. */
const SHAPE_LIMIT = 20_000;

export function pathShape(path: string): PathShape {
  const known = shapes.get(path);
  if (known !== undefined) return known;
  if (shapes.size >= SHAPE_LIMIT) shapes.clear();
  const shape = readShape(path);
  shapes.set(path, shape);
  return shape;
}

function readShape(path: string): PathShape {
  const segments = path
    .replace(EXTENSION, "")
    // `/things/key={key}` is the path of an item by another field, as `/things/key/{key}` would be.
    .replaceAll(/(?<=\w)=\{/g, "/{")
    // `/things/{id}:cancel` is an action, as `/things/{id}/cancel` would be.
    .replaceAll(/(?<=[\w}]):(?=[A-Za-z])/g, "/")
    .split("/")
    .filter((segment) => segment !== "");
  const keys = segments.map(anonymousPath);
  const nouns = segments.filter((segment) => !segment.includes("{"));
  return {
    path,
    key: `/${keys.join("/")}`,
    parameters: pathNames(path),
    above: `/${keys.slice(0, -1).join("/")}`,
    isItem: keys.at(-1) === "{}",
    nouns,
    noun: nouns.at(-1) ?? "",
  };
}

/** Whether a path lies below another: every value of its key begins with those of the other. */
export function isBelow(key: string, above: string): boolean {
  return key.startsWith(above === "/" ? "/" : `${above}/`);
}

/** English singular of a noun in a path, by rule. */
export function singular(noun: string): string {
  if (/ies$/i.test(noun)) return noun.replace(/ies$/i, "y");
  if (/(?:ss|x|z|ch|sh)es$/i.test(noun)) return noun.slice(0, -2);
  return /[^su]s$/i.test(noun) ? noun.slice(0, -1) : noun;
}

/** Number of parameters with which two paths begin alike: both of `/teams/{}/tags` and `/teams/{}/members/{}/tags` are of one team. */
export function sharedParameters(one: Pick<PathShape, "key">, other: Pick<PathShape, "key">): number {
  const others = other.key.split("/");
  const own = one.key.split("/");
  const end = own.findIndex((segment, index) => segment !== others[index]);
  return (end < 0 ? own : own.slice(0, end)).filter((segment) => segment === "{}").length;
}
