import {
  type Content,
  keywordsWith,
  type Model,
  type NameAliases,
  type NameLedger,
  own,
  refName,
  type Schema,
  subschemasOf,
} from "@svc/model";
import { directionsOf } from "@svc/schema";
import { matchOperations } from "../compare/operations/match-operations.ts";
import { canonicalText } from "../schema/canonical-text.ts";

/**
 * Schemas that have another name now, old to new: the old name is gone, exactly one new schema stands in all the places
 * where the old one stood, and both have the same structure. What no place refers to must have one counterpart of its
 * structure that no place refers to either.
 */
export function findSchemaRenames(old: Model, now: Model): Map<string, string> {
  const gone = Object.keys(old.schemas).filter((name) => own(now.schemas, name) === undefined);
  const come = Object.keys(now.schemas).filter((name) => own(old.schemas, name) === undefined);
  if (gone.length === 0 || come.length === 0) return new Map();
  const places = pairReferences(old, now);
  const isSame = createStructureCheck(old, now);
  const directions = directionsOf(now);
  const isSent = (name: string) => directions(name) === "request";
  const placed = new Set([...places.values()].flatMap((names) => [...names]));
  const unplaced = come.filter((name) => !placed.has(name));
  const found = new Map<string, string>();
  for (const name of gone) {
    const seen = places.get(name);
    const alike = (seen === undefined ? unplaced : [...seen]).filter((candidate) => isSame(name, candidate));
    // One that became several is followed by the one that is sent: programs build those.
    const isSplit = seen !== undefined && seen.size > 1 && [...seen].every((one) => come.includes(one));
    const candidates = isSplit ? alike.filter((candidate) => isSent(candidate)) : alike;
    const [only] = candidates;
    const isOnly = candidates.length === 1 && (seen === undefined || seen.size === 1 || isSplit);
    if (isOnly && only !== undefined && come.includes(only)) found.set(name, only);
  }
  // One new name cannot be two old ones.
  const counts = new Map<string, number>();
  for (const name of found.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...found].filter(([, name]) => counts.get(name) === 1));
}

/** The names that stand in the new document where a name stood in the old one; an empty one: none does. */
function pairReferences(old: Model, now: Model): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const stack: (readonly [Schema, Schema])[] = [];
  const push = (before: Schema, after: Schema | undefined): void => {
    // A place that is gone says nothing.
    if (after !== undefined) stack.push([before, after]);
  };
  for (const [before, after] of matchOperations(old.operations, now.operations).pairs) {
    const places = new Map(schemasOf(after));
    for (const [place, schema] of schemasOf(before)) push(schema, places.get(place));
  }
  for (const name of Object.keys(old.schemas)) {
    const before = own(old.schemas, name);
    if (before !== undefined) push(before.schema, own(now.schemas, name)?.schema);
  }
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [before, after] = next;
    if (before.$ref !== undefined) {
      const [a, b] = [refName(before.$ref), after.$ref === undefined ? "" : refName(after.$ref)];
      found.set(a, (found.get(a) ?? new Set()).add(b));
      const key = `${a} ${b}`;
      const targets = [own(old.schemas, a), own(now.schemas, b)] as const;
      if (seen.has(key) || targets[0] === undefined || targets[1] === undefined) continue;
      seen.add(key);
      stack.push([targets[0].schema, targets[1].schema]);
    }
    const children = new Map(subschemasOf(after, "").map(([child, place]) => [place, child]));
    for (const [child, place] of subschemasOf(before, "")) push(child, children.get(place));
  }
  return found;
}

type Place = readonly [place: string, schema: Schema];

function schemasOf({ parameters, body, responses }: Model["operations"][number]): Place[] {
  const media = (at: string, content: readonly Content[]) =>
    content.flatMap(({ mediaType, stream, schema = stream?.item }): Place[] =>
      schema === undefined ? [] : [[`${at} ${mediaType}`, schema]],
    );
  return [
    ...parameters.map(({ in: location, name, schema }): Place => [`${location} ${name}`, schema]),
    ...media("body", body?.content ?? []),
    ...responses.flatMap(({ status, content, headers }) => [
      ...media(status, content),
      ...headers.map(({ name, schema }): Place => [`${status} header ${name}`, schema]),
    ]),
  ];
}

/** True if two schemas have the same structure, whatever the names of the schemas that they refer to. */
function createStructureCheck(old: Model, now: Model): (before: string, after: string) => boolean {
  const same = new Map<string, boolean>();
  return (before, after) => {
    // Pairs that are assumed to be the same until one is not: schemas may lead back to themselves.
    const assumed = new Set<string>();
    const waiting: (readonly [string, string])[] = [[before, after]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [a, b] = next;
      const key = `${a} ${b}`;
      if (assumed.has(key) || same.get(key) === true) continue;
      const [left, right] = [own(old.schemas, a), own(now.schemas, b)];
      const refs = left && right && same.get(key) !== false ? matchReferences(left.schema, right.schema) : undefined;
      if (refs === undefined) {
        same.set(key, false);
        same.set(`${before} ${after}`, false);
        return false;
      }
      assumed.add(key);
      waiting.push(...refs);
    }
    for (const key of assumed) same.set(key, true);
    return true;
  };
}

/** The references of two schemas that are the same but for these, in pairs; undefined where they are not. */
function matchReferences(a: Schema, b: Schema): (readonly [string, string])[] | undefined {
  const [left, right] = [anonymous(a), anonymous(b)];
  if (left.text !== right.text || left.refs.length !== right.refs.length) return undefined;
  return left.refs.map((name, index) => [name, right.refs[index] ?? ""] as const);
}

/** A schema's text without names of others and prose, and these names in the order of the text. */
function anonymous(schema: Schema): { readonly text: string; readonly refs: readonly string[] } {
  const refs: string[] = [];
  const rename = (value: unknown, isMap = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => rename(item));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1));
    return Object.fromEntries(
      entries
        .filter(([key]) => isMap || !PROSE.has(key))
        .map(([key, item]) => {
          if (typeof item !== "string" || !item.startsWith("#/components/schemas/"))
            return [key, rename(item, !isMap && MAPS.has(key))];
          refs.push(refName(item));
          return [key, "#"];
        }),
    );
  };
  const text = canonicalText(rename(schema));
  return { text, refs };
}

const PROSE: ReadonlySet<string> = new Set(
  "title description examples default deprecated x-svc-name x-svc-unknown".split(" "),
);
/** Objects whose keys are names of the document. */
const MAPS: ReadonlySet<string> = new Set(keywordsWith(({ form }) => form === "map of schemas"));

/**
 * The ledger for a new version of a document: what was renamed keeps its old names as aliases, and aliases follow what
 * they stand for. Operations are the same by method and path, schemas by their structure and the places that use them.
 *
 * @param now the new model, made with the same ledger
 * @param ledger that of the old model
 */
export function carryNames(old: Model, now: Model, ledger: NameLedger): NameLedger {
  const { pairs } = matchOperations(old.operations, now.operations);
  const ids = new Map(pairs.map(([before, after]) => [before.id, after.id]));
  const renamed = [...ids].filter(([before, after]) => before !== after);
  const schemas = findSchemaRenames(old, now);
  const { methods, operations, types, schemas: wires, ...builders }: NameAliases = ledger.aliases ?? {};
  const gone = [...schemas.keys()].flatMap((wireName) => old.schemas[wireName] ?? []);
  return {
    ...ledger,
    operations: fromEntries(pairs.map(([before, after]) => [after.id, before.name.join(".")])),
    aliases: {
      methods: follow(methods, ids),
      operations: { ...follow(operations, ids), ...fromEntries(renamed) },
      types: {
        ...followSchemas(types, schemas),
        ...fromEntries(gone.map(({ wireName, typeName }) => [typeName, schemas.get(wireName) ?? wireName])),
      },
      schemas: { ...followSchemas(wires, schemas), ...fromEntries([...schemas]) },
      builders: {
        ...builders.builders,
        ...fromEntries(gone.map(({ typeName, builderName }) => [typeName, builderName])),
      },
      listBuilders: {
        ...builders.listBuilders,
        ...fromEntries(
          gone.flatMap(({ typeName, listBuilderName: list }) =>
            list === undefined ? [] : [[typeName, list] as const],
          ),
        ),
      },
    },
  };
}

type Names = { readonly [name: string]: string };

/** Aliases of operations: those of what is gone go with it, also where its id is another one's now. */
function follow(aliases: Names = {}, ids: ReadonlyMap<string, string>): Names {
  return fromEntries(
    Object.entries(aliases).flatMap(([name, target]) => {
      const now = ids.get(target);
      return now === undefined ? [] : [[name, now] as const];
    }),
  );
}

function followSchemas(aliases: Names = {}, renames: ReadonlyMap<string, string>): Names {
  return fromEntries(Object.entries(aliases).map(([name, target]) => [name, renames.get(target) ?? target]));
}

function fromEntries(entries: readonly (readonly [string, string])[]): Names {
  return Object.fromEntries(entries);
}
