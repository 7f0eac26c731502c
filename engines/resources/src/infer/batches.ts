import { type Operation, type Schema, type Schemas, words } from "@svc/model";
import { bodyPlace, jsonSchema, listPlace, successResponse } from "../facts/body-place.ts";
import { isOfType, itemSchemaOf, propertiesOf } from "../facts/facts.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Role } from "../facts/resource.ts";
import { isAlike } from "./likeness.ts";
import type { Grouping } from "./operations-below.ts";
import { type Context, type Inferred, inside, writingOf } from "./role-context.ts";

type Batch = Extract<Role, { does: "batch" }>;

const BATCH = /^(?:batch|bulk|many|multiple)$/i;
const VERBS: { readonly [verb in Exclude<Batch["verb"], "set">]: RegExp } = {
  create: /^(?:create|insert|add|import)$/i,
  read: /^(?:read|get|retrieve|fetch|list)$/i,
  update: /^(?:update|upsert|change|edit|patch)$/i,
  remove: /^(?:archive|delete|remove|destroy)$/i,
};

/** Operations that do something to several items: `POST /things/batch/create`, `POST /things/bulk-delete`. */
export function batchesBelow(key: string, { places, below }: Grouping): Operation[] {
  return (below.get(key) ?? []).flatMap((one) => {
    const place = places.get(one);
    const rest = one.slice(key === "/" ? 1 : key.length + 1);
    const isBatch = rest !== "" && !rest.includes("{}") && rest.split(/[/_:-]/).some((word) => BATCH.test(word));
    return isBatch && place !== undefined ? place.operations : [];
  });
}

/** The verb of a batch, by the words of its path or else by its method; undefined: it is none. */
function verbOf({ method, path }: Operation, { group }: Context): Batch["verb"] | undefined {
  const words = pathShape(path)
    .nouns.slice(group.shape.nouns.length)
    .flatMap((noun) => noun.split(/[_:-]/));
  if (!words.some((word) => BATCH.test(word))) return undefined;
  const verbs = Object.keys(VERBS) as (keyof typeof VERBS)[];
  const said = verbs.find((verb) => words.some((word) => VERBS[verb].test(word)));
  const byMethod = { post: "create", put: "update", patch: "update", delete: "remove" } as const;
  return said ?? (byMethod as { readonly [method: string]: Batch["verb"] })[method];
}

/** The role of a batch: its body has a list of items, or of ids; undefined: it is none. */
export function batchRole(operation: Operation, context: Context): Inferred | undefined {
  const { item, schemas } = context;
  const verb = verbOf(operation, context) ?? (setsList(operation, context) ? listVerb(operation, context) : undefined);
  const request = verb && jsonSchema(operation.body?.content ?? [], true);
  const sent = request && sentList(request, schemas);
  if (verb === undefined || sent === undefined) return undefined;
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  const list = answer && listPlace(answer, context.group.shape.noun, schemas);
  const isShown = list === undefined || isAlike(list.items, [], context);
  if (!isShown && verb !== "set") return undefined;
  const isSilent = answer !== undefined && (list === undefined || !isShown) && verb === "set";
  const inner = bodyPlace(sent.items, item.schema, schemas);
  const writing = writingOf(sent.items, inner, context);
  if (verb === "create" && writing.writes.length === 0) return undefined;
  return {
    role: {
      does: "batch",
      verb,
      ...writing,
      body: sent.at,
      inner,
      at: list?.at ?? [],
      ...(isSilent && { isSilent: true }),
    },
    reason: `${verb}s several: what its body lists${inside(sent.at)}`,
  };
}

/**
 * What the list of a body is to the collection. Of items that are read by their ids, it is not all that there are: those with a
 * known id are changed, and others made; except by a PUT of which nothing says that it makes items, which puts it in the place
 * of what there is (RFC 9110, section 9.3.4).
 */
function listVerb({ method, id, summary = "", description = "" }: Operation, { group }: Context): Batch["verb"] {
  const isRead = group.inner.some((one) => one.method === "get");
  const isAll = method === "put" && !/\b(?:creat|add)/i.test([...words(id), summary, description].join(" "));
  return isRead && !isAll ? "update" : "set";
}

/** Whether a PUT or POST of the list's own path sends the list as a GET answers it: all of it. */
function setsList({ method, path, body }: Operation, { group, item, schemas }: Context): boolean {
  if (!/^(?:put|post)$/.test(method) || pathShape(path).key !== group.shape.key) return false;
  const get = group.outer.find((one) => one.method === "get" && pathShape(one.path).key === group.shape.key);
  const answer = get && jsonSchema(successResponse(get)?.content ?? []);
  const list = answer && listPlace(answer, group.shape.noun, schemas);
  const sent = sentList(jsonSchema(body?.content ?? [], true) ?? {}, schemas);
  const isSame = sent !== undefined && list !== undefined && sent.at.join() === list.at.join();
  return isSame && isAlike(sent.items, [], { item, schemas });
}

/** The only list in a body. */
function sentList(request: Schema, schemas: Schemas) {
  const direct = itemSchemaOf(request, schemas);
  if (direct !== undefined) return { at: [], items: direct };
  const lists = [...propertiesOf(request, schemas).values()].filter(({ schema }) =>
    isOfType(schema, ["array"], schemas),
  );
  const named = lists.filter(({ name }) => /^(?:inputs?|items|records|objects|data|ids|keys|requests)$/i.test(name));
  const [only] = lists.length === 1 ? lists : named;
  return only && { at: [only.name], items: itemSchemaOf(only.schema, schemas) ?? {} };
}
