import {
  DocumentError,
  decodeFragment,
  type Finding,
  formatFinding,
  pointerTokens,
  readDocument,
  refTo,
  valueAt,
  type WalkNode,
  walk,
} from "@svc/model";

/** More files than any document is split into. */
const MAX_FILES = 1_000;

export interface BundleOptions {
  /** Name of the document's file, for messages. */
  readonly file: string;
  /**
   * The text of a file below the folder of the document, by its path relative to that, with `/` between segments;
   * undefined where there is no such file.
   *
   * @throws Error whose message says why it cannot be read: "that is not a file"
   */
  readonly readFile: (path: string) => string | undefined;
}

/** A place in a file: `""` is the document itself. */
interface Target {
  readonly path: string;
  readonly pointer: string;
}

/**
 * A document in several files as one: schemas that relative references lead to become named schemas, other objects are
 * written out where they are referred to. Addresses and files outside of the document's folder stay as they are: the checks
 * refuse them. A document in one file is returned as it is.
 *
 * @throws DocumentError with every file that cannot be read.
 */
export function bundleDocument(document: unknown, options: BundleOptions): unknown {
  if (!mentionsFile(document)) return document;
  return new Bundle(structuredClone(document), options).finish();
}

class Bundle {
  readonly #root: unknown;
  readonly #options: BundleOptions;
  readonly #files = new Map<string, unknown>();
  /** Names of schemas by file and pointer. */
  readonly #names = new Map<string, string>();
  readonly #added = new Map<string, unknown>();
  readonly #findings: Finding[] = [];
  readonly #is30: boolean;

  constructor(root: unknown, options: BundleOptions) {
    this.#root = root;
    this.#options = options;
    this.#files.set("", root);
    this.#is30 = /^3\.0/.test(String(member(root, "openapi")));
  }

  finish(): unknown {
    this.#resolve({ kind: "document", value: this.#root, pointer: "", resource: undefined }, "", []);
    if (this.#findings.length > 0) throw new DocumentError(this.#findings);
    if (this.#added.size === 0) return this.#root;
    const root = this.#root as { components?: { schemas?: object } };
    const { components = {} } = root;
    const schemas = Object.fromEntries([...Object.entries(components.schemas ?? {}), ...this.#added]);
    return { ...root, components: { ...components, schemas } };
  }

  /** Resolves all references in an object of a file, in place. */
  #resolve(start: WalkNode, path: string, open: readonly string[]): void {
    const references: WalkNode[] = [];
    walk(start, {
      is30: this.#is30,
      visit: (node) => {
        if (typeof member(node.value, "$ref") === "string") references.push(node);
        if (node.kind === "schema") this.#resolveMapping(node, path);
      },
      misshapen: () => {},
    });
    for (const node of references) this.#resolveReference(node, path, open);
  }

  #resolveReference({ kind, value, pointer }: WalkNode, path: string, open: readonly string[]): void {
    const holder = value as { $ref: string };
    const target = this.#targetOf(holder.$ref, path);
    if (target === undefined) return;
    if (target.path === "") {
      holder.$ref = `#${target.pointer}`;
      return;
    }
    const at = `${pointer}/$ref`;
    if (kind === "schema") {
      const name = this.#schemaName(target, path, at);
      if (name !== undefined) holder.$ref = refTo(name);
      else if (this.#files.get(target.path) !== undefined) holder.$ref = nowhere(target);
      return;
    }
    const key = `${target.path}#${target.pointer}`;
    if (open.includes(key)) {
      this.#report(path, at, `${JSON.stringify(holder.$ref)} leads back to itself; break the circle`);
      return;
    }
    const found = structuredClone(this.#find(target, path, at)) as { [name: string]: unknown } | undefined;
    if (found === undefined) {
      if (this.#files.get(target.path) !== undefined) holder.$ref = nowhere(target);
      return;
    }
    const { $ref: _, ...siblings } = holder;
    Reflect.deleteProperty(holder, "$ref");
    for (const [name, item] of Object.entries({ ...found, ...siblings })) {
      Object.defineProperty(holder, name, { value: item, writable: true, enumerable: true, configurable: true });
    }
    this.#resolve({ kind, value: holder, pointer, resource: undefined }, target.path, [...open, key]);
  }

  /** Values of a discriminator's mapping that name files. */
  #resolveMapping({ value, pointer }: WalkNode, path: string): void {
    const mapping = member(member(value, "discriminator"), "mapping");
    for (const [name, ref] of Object.entries(Object(mapping) as { [name: string]: unknown })) {
      if (typeof ref !== "string" || !(ref.includes("/") || /\.(?:ya?ml|json)$/i.test(ref))) continue;
      const target = this.#targetOf(ref, path);
      if (target === undefined) continue;
      if (target.path === "") {
        (mapping as { [name: string]: string })[name] = `#${target.pointer}`;
        continue;
      }
      const schema = this.#schemaName(target, path, `${pointer}/discriminator/mapping/${name}`);
      if (schema !== undefined) (mapping as { [name: string]: string })[name] = refTo(schema);
    }
  }

  /** Files may refer back to the document. */
  #targetOf(ref: string, from: string): Target | undefined {
    const target = targetOf(ref, from);
    const own = this.#options.file.split(/[\\/]/).at(-1);
    return target !== undefined && target.path === own ? { ...target, path: "" } : target;
  }

  #schemaName(target: Target, path: string, at: string): string | undefined {
    const key = `${target.path}#${target.pointer}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const found = this.#find(target, path, at);
    if (found === undefined) return undefined;
    const name = this.#freeName(target);
    this.#names.set(key, name);
    const value = structuredClone(found);
    this.#added.set(name, value);
    this.#resolve({ kind: "schema", value, pointer: target.pointer, resource: undefined }, target.path, []);
    return name;
  }

  #freeName({ path, pointer }: Target): string {
    const file = (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");
    const own = pointerTokens(pointer)?.at(-1) ?? file;
    const schemas = Object(member(member(this.#root, "components"), "schemas")) as object;
    const isTaken = (name: string): boolean => Object.hasOwn(schemas, name) || this.#added.has(name);
    if (!isTaken(own)) return own;
    const base = `${file}_${own}`;
    let name = base;
    for (let count = 2; isTaken(name); count++) name = `${base}_${count}`;
    return name;
  }

  #find({ path, pointer }: Target, from: string, at: string): object | undefined {
    const tokens = pointerTokens(pointer);
    const found = tokens === undefined ? undefined : valueAt(this.#file(path, from, at), tokens);
    return typeof found === "object" && found !== null ? found : undefined;
  }

  #file(path: string, from: string, at: string): unknown {
    if (this.#files.has(path)) return this.#files.get(path);
    this.#files.set(path, undefined);
    if (this.#files.size > MAX_FILES) {
      this.#report(from, at, `is in more than ${MAX_FILES} files; bundle the document into one`);
      return undefined;
    }
    try {
      const text = this.#options.readFile(path);
      // Documents are published without the files beside them: their references lead nowhere.
      this.#files.set(path, text === undefined ? null : readDocument(text, path).document);
    } catch (error) {
      if (error instanceof DocumentError) this.#findings.push(...error.findings);
      else this.#report(from, at, `refers to ${JSON.stringify(path)}, and ${(error as Error).message}; correct it`);
    }
    return this.#files.get(path);
  }

  #report(path: string, pointer: string, message: string): void {
    const file = path === "" ? this.#options.file : path;
    const finding = { file, pointer, message };
    if (!this.#findings.some((other) => formatFinding(other) === formatFinding(finding))) this.#findings.push(finding);
  }
}

/** A reference to what a file does not have, as one that leads nowhere in the document: the checks say what becomes of those. */
function nowhere({ path, pointer }: Target): string {
  return `#/${path}#${pointer}`;
}

/** Whether a reference of the document is one to a file below its folder. */
export function isFileReference(ref: unknown): boolean {
  return typeof ref === "string" && !ref.startsWith("#") && targetOf(ref, "") !== undefined;
}

/** Where a reference in a file leads; undefined where that is no file below the document's folder, or the file itself for the document. */
function targetOf(ref: string, from: string): Target | undefined {
  const hash = ref.indexOf("#");
  const [address, fragment] = hash < 0 ? [ref, ""] : [ref.slice(0, hash), ref.slice(hash + 1)];
  const pointer = decodeFragment(fragment);
  if (pointer === undefined || (pointer !== "" && !pointer.startsWith("/"))) return undefined;
  // In the document itself, such references are for the checks.
  if (address === "") return from === "" ? undefined : { path: from, pointer };
  const path = decodeFragment(address);
  const isElsewhere = path === undefined || /^[a-z][a-z0-9+.-]*:|^[/\\]|[\\\p{Cc}?]/iu.test(path);
  if (isElsewhere || !/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  const segments = from.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return { path: segments.join("/"), pointer };
}

/** Whether anything in a document looks like a reference to a file, examples included: of most documents nothing does. */
function mentionsFile(document: unknown): boolean {
  const seen = new Set<unknown>();
  const waiting = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isFileReference(member(value, "$ref"))) return true;
    for (const item of Object.values(value)) if (typeof item === "object") waiting.push(item);
  }
  return false;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as { [key: string]: unknown })[key]
    : undefined;
}
