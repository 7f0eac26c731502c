import {
  childPointer,
  createWork,
  DocumentError,
  type Finding,
  fieldsOf,
  formatFinding,
  pointerTokens,
  readDocument,
  refTo,
  spend,
  step,
  valueAt,
  type WalkNode,
  walk,
} from "@svc/model";
import { componentPointer, keyOf, mentionsFile, nowhere, type Target, targetOf } from "./file-reference.ts";

/** More files than any document is split into. */
const MAX_FILES = 10_000;
/** More objects than any document has. */
const MAX_OBJECTS = 1_000_000;

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
  /** Objects that are visited: what is written out where it is referred to can double with each file. */
  readonly #work = createWork(MAX_OBJECTS);

  constructor(root: unknown, options: BundleOptions) {
    this.#root = root;
    this.#options = options;
    this.#files.set("", root);
    this.#is30 = /^3\.0/.test(String(step(root, "openapi")));
  }

  finish(): unknown {
    this.#nameComponents();
    this.#resolve({ kind: "document", value: this.#root, pointer: "", resource: undefined }, "", []);
    if (this.#findings.length > 0) throw new DocumentError(this.#findings);
    if (this.#added.size === 0) return this.#root;
    const root = this.#root as { components?: { schemas?: object } };
    const { components = {} } = root;
    const schemas = Object.fromEntries([...Object.entries(components.schemas ?? {}), ...this.#added]);
    return { ...root, components: { ...components, schemas } };
  }

  /** Gives schemas of other files the names of the components that are nothing but references to them. */
  #nameComponents(): void {
    let [place, path]: readonly [unknown, string] = [this.#root, ""];
    const endOf = (value: unknown, at: string): Target | undefined => {
      const target = this.#bareTarget(value, path);
      return target && this.#end(target, path, at);
    };
    for (const name of ["components", "schemas"]) {
      place = step(place, name);
      const target = endOf(place, "/components");
      if (target !== undefined) [place, path] = [this.#find(target, path, "/components"), target.path];
    }
    for (const [name, schema] of Object.entries(Object(place) as object)) {
      const target = endOf(schema, componentPointer(name));
      if (target !== undefined && !this.#names.has(keyOf(target))) this.#names.set(keyOf(target), name);
    }
  }

  /** Members of an object that OpenAPI does not read as objects of its own. */
  #resolveData({ kind, value, pointer }: WalkNode, path: string): void {
    const fields = fieldsOf(kind);
    for (const name of Object.keys(Object(value) as object)) {
      if (!fields.has(name)) this.#writeOut(value as object, name, path, childPointer(pointer, name));
    }
  }

  /** Writes out a reference, or the references of a list, in a place where OpenAPI has data: `info`, `enum`, `example`. */
  #writeOut(holder: object, name: string, path: string, at: string): void {
    const value = step(holder, name);
    if (Array.isArray(value)) for (const index of value.keys()) this.#writeOut(value, String(index), path, at);
    const target = this.#bareTarget(value, path);
    const found = target && this.#find(this.#end(target, path, at), path, at);
    if (found !== undefined) Reflect.set(holder, name, structuredClone(found));
  }

  /** Where a value leads that is nothing but a reference to a file. */
  #bareTarget(value: unknown, path: string): Target | undefined {
    const ref = step(value, "$ref");
    return typeof ref === "string" && Object.keys(value as object).length === 1 ? this.#targetOf(ref, path) : undefined;
  }

  /** The place to which references lead one after the other that are nothing else. */
  #end(target: Target, from: string, at: string, passed: readonly string[] = []): Target {
    if (target.path === "" || passed.includes(keyOf(target))) return target;
    const next = this.#bareTarget(this.#find(target, from, at), target.path);
    return next === undefined ? target : this.#end(next, target.path, at, [...passed, keyOf(target)]);
  }

  /** Resolves all references in an object of a file, in place. */
  #resolve(start: WalkNode, path: string, open: readonly string[]): void {
    const references: WalkNode[] = [];
    walk(start, {
      is30: this.#is30,
      visit: (node) => {
        this.#count(node, path);
        if (typeof step(node.value, "$ref") === "string") references.push(node);
        // Every member of a callback is a path item.
        else if (node.isMap !== true && node.kind !== "callback") this.#resolveData(node, path);
        if (node.kind === "schema" && node.isMap !== true) this.#resolveMapping(node, path);
      },
      misshapen: () => {},
    });
    for (const node of references) this.#resolveReference(node, path, open);
  }

  #count({ pointer }: WalkNode, path: string): void {
    if (spend(this.#work)) return;
    const message = `is written out in more than ${MAX_OBJECTS} objects; refer to named schemas`;
    this.#report(path, pointer, message);
    throw new DocumentError(this.#findings);
  }

  #resolveReference(node: WalkNode, path: string, open: readonly string[]): void {
    const { kind, value, pointer } = node;
    const holder = value as { $ref: string };
    const at = `${pointer}/$ref`;
    const first = this.#targetOf(holder.$ref, path);
    if (first === undefined) return;
    const target = this.#end(first, path, at);
    if (target.path === "") {
      holder.$ref = `#${target.pointer}`;
      return;
    }
    const key = keyOf(target);
    // A component that is nothing but a reference is written out below: it gives the schema its name.
    if (kind === "schema" && node.isMap !== true && pointer !== componentPointer(this.#names.get(key) ?? "")) {
      const name = this.#schemaName(target, path, at);
      if (name !== undefined) holder.$ref = refTo(name);
      else if (this.#files.get(target.path) !== undefined) holder.$ref = nowhere(target);
      return;
    }
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
    this.#resolve({ ...node, resource: undefined }, target.path, [...open, key]);
  }

  /** Values of a discriminator's mapping that name files. */
  #resolveMapping({ value, pointer }: WalkNode, path: string): void {
    const mapping = step(step(value, "discriminator"), "mapping");
    for (const [name, ref] of Object.entries(Object(mapping) as { [name: string]: unknown })) {
      if (typeof ref !== "string" || !(ref.includes("/") || /\.(?:ya?ml|json)$/i.test(ref))) continue;
      const at = `${pointer}/discriminator/mapping/${name}`;
      const first = this.#targetOf(ref, path);
      if (first === undefined) continue;
      const target = this.#end(first, path, at);
      const schema = target.path === "" ? undefined : this.#schemaName(target, path, at);
      const to = target.path === "" ? `#${target.pointer}` : schema && refTo(schema);
      if (to !== undefined) Reflect.set(mapping as object, name, to);
    }
  }

  /** Files may refer back to the document. */
  #targetOf(ref: string, from: string): Target | undefined {
    const target = targetOf(ref, from);
    const own = this.#options.file.split(/[\\/]/).at(-1);
    return target !== undefined && target.path === own ? { ...target, path: "" } : target;
  }

  #schemaName(target: Target, path: string, at: string): string | undefined {
    const key = keyOf(target);
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
    const schemas = Object(step(step(this.#root, "components"), "schemas")) as object;
    const isTaken = (name: string): boolean => Object.hasOwn(schemas, name) || this.#added.has(name);
    let name = own;
    for (let count = 1; isTaken(name); count++) name = `${file}_${own}${count === 1 ? "" : `_${count}`}`;
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
