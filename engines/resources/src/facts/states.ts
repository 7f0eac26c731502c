import { type Json, type Operation, type Schema, type Schemas, words } from "@svc/model/data";
import { jsonSchema, successResponse } from "./body-place.ts";
import { examplesOf, type Property, partsOf, propertiesOf } from "./facts.ts";
import { canonical, isFields } from "./fields.ts";

/** Fields that say in which state an item is. */
export const STATE: RegExp = /^(?:status|state|phase|lifecycle_?state|stage|.*_(?:status|state))$/i;

/** Participles that no rule of spelling makes, by the verb. */
const IRREGULAR: { readonly [verb: string]: readonly string[] } = {
  begin: ["begun", "started"],
  build: ["built"],
  complete: ["completed", "complete", "done", "finished"],
  freeze: ["frozen"],
  hide: ["hidden"],
  hold: ["held", "onhold"],
  pay: ["paid"],
  read: ["read"],
  run: ["running"],
  send: ["sent"],
  void: ["voided", "void"],
  withdraw: ["withdrawn"],
};

/** States that a verb leads to where none has its own name. */
const ELSEWHERE: { readonly [verb: string]: readonly string[] } = {
  abort: ["canceled", "cancelled"],
  activate: ["active", "enabled", "enable"],
  capture: ["succeeded", "completed", "paid"],
  confirm: ["succeeded", "active"],
  deactivate: ["inactive", "disabled"],
  disable: ["inactive"],
  enable: ["active"],
  end: ["completed", "finished", "stopped"],
  finish: ["completed", "done"],
  publish: ["live", "active"],
  reactivate: ["active", "enabled"],
  release: ["active", "released"],
  reopen: ["open", "opened", "active"],
  restore: ["active", "available", "open"],
  resume: ["active", "running", "inprogress", "started", "open"],
  start: ["running", "inprogress", "active", "processing"],
  terminate: ["ended", "stopped", "canceled", "cancelled"],
  unarchive: ["active", "open"],
  unpause: ["active", "running"],
  unpublish: ["draft"],
  unsuspend: ["active"],
};

/** `archive` -> `archiv`, `cancel` -> `cancel`, `ban` -> `ban`: what the participle begins with. */
export function stemOf(verb: string): string {
  const plain = verb.replace(/[^a-z]/g, "");
  return /(?:e|y)$/.test(plain) ? plain.slice(0, -1) : plain;
}

/** Participles of a verb, likeliest first: `cancel` gives `canceled`, `cancelled`, then `canceling`, `cancelling`. */
export function participlesOf(verb: string): readonly string[] {
  const stem = stemOf(verb);
  const last = stem.at(-1) ?? "";
  const regular = verb.endsWith("y") ? [`${stem}ied`, `${stem}yed`] : [`${stem}ed`, `${stem}${last}ed`];
  return [...(IRREGULAR[verb] ?? []), ...regular, `${stem}ing`, `${stem}${last}ing`];
}

/** The state that a verb leads to, of those that there are; undefined: none, or more than one begins like the verb. */
export function stateAfter(verb: string, states: readonly string[]): string | undefined {
  const named = (wanted: string): string | undefined => states.find((state) => canonical(state) === wanted);
  const direct = participlesOf(verb)
    .map(named)
    .find((state) => state !== undefined);
  if (direct !== undefined) return direct;
  const stem = stemOf(verb);
  const alike = stem.length < LEAST ? [] : states.filter((state) => canonical(state).startsWith(stem));
  if (alike.length === 1) return alike[0];
  return ELSEWHERE[verb]?.map(named).find((state) => state !== undefined);
}

/** Shorter stems begin too many words. */
export const LEAST: number = 3;

/** Lists of states by the name of their field, where requests list them and the item does not. */
export type SaidStates = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Values that bodies and filters of operations list, by the names of their fields. */
export function statesSaid(operations: readonly Operation[], schemas: Schemas): SaidStates {
  const fields = operations.flatMap(({ body, parameters }): (readonly [string, Schema])[] => {
    const sent = jsonSchema(body?.content ?? [], true);
    const properties = sent === undefined ? [] : [...propertiesOf(sent, schemas).values()];
    return [...properties, ...parameters.filter((one) => one.in === "query")].map(({ name, schema }) => [name, schema]);
  });
  const listed = fields
    .filter(([name]) => STATE.test(name))
    .map(([name, schema]) => [canonical(name), listedIn(schema, schemas)] as const);
  const shown = operations.flatMap((operation) =>
    operation.method === "post" ? examplesShown(operation, schemas).flatMap((example) => statesShown(example)) : [],
  );
  const lists = new Map<string, (readonly string[])[]>();
  for (const [name, values] of [...listed.filter(([, one]) => one.length > 1), ...shown])
    lists.set(name, [...(lists.get(name) ?? []), values]);
  return lists;
}

/** What a document shows of an operation's answer, beside it or in its schema. */
function examplesShown(operation: Operation, schemas: Schemas): (Json | undefined)[] {
  const [content] = successResponse(operation, "201")?.content ?? [];
  return [content?.example, ...(examplesOf(content?.schema ?? {}, schemas) as readonly Json[])];
}

/** The states in which the example of a creation's answer shows the new item, by the names of their fields. */
export function statesAtFirst(creation: Operation | undefined): ReadonlyMap<string, string> {
  const [content] = (creation && successResponse(creation, "201"))?.content ?? [];
  return new Map(
    statesShown(content?.example)
      .map(([name, [state = ""]]) => [name, state] as const)
      .reverse(),
  );
}

/** States in the example of an answer, two deep: what a creation answers is in its first. */
function statesShown(example: Json | undefined, depth = 0): (readonly [string, readonly string[]])[] {
  if (!isFields(example) || depth > 2) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    typeof value === "string" && STATE.test(name)
      ? [[canonical(name), [value]] as const]
      : statesShown(value, depth + 1),
  );
}

/** The states that a field lists; else those that requests list for it, its examples among them; else its examples. */
export function statesOf({ name, schema }: Property, said: SaidStates, schemas: Schemas): readonly string[] {
  const listed = listedIn(schema, schemas);
  if (listed.length > 0 || !STATE.test(name)) return listed;
  const shown = examplesOf(schema, schemas).filter((one) => typeof one === "string");
  const lists = said.get(canonical(name)) ?? [];
  return lists.find((list) => shown.every((one) => list.includes(one))) ?? shown;
}

function listedIn(schema: Schema, schemas: Schemas): readonly string[] {
  const listed = partsOf(schema, schemas).flatMap(({ enum: values = [] }) => values);
  return [...new Set(listed.filter((value) => typeof value === "string"))];
}

const BEGINNINGS = [
  ..."open opened new created draft pending queued initiated started notstarted todo scheduled active".split(" "),
  ..."validating inprogress processing running waiting available enabled ready unpaid trialing live ok".split(" "),
];

/** Words for states that an item comes into, not begins in. */
const ENDED =
  /^(?:clos|cancel|delet|timed?out|timeout|fail|expir|revok|archiv|complet|done|finish|succe|reject|declin|denied|refund|void|inactive|disabl|suspend|block|end(?:ed|ing)|terminat|stop|error|lost|resolv|remov|abandon|dead|disput|unsubscrib|uncollect|pastdue|bounc|deactiv|bann|lock|merg|destroy|deprecat|withdrawn|paus|spam|unavailable|invalid|unknown|none$|no$|off$|all$|any$|not(?!start))/;

export function isEnd(state: string): boolean {
  return ENDED.test(canonical(state));
}

/**
 * The state in which items begin: the first that is listed, where the list is in an order that says something and the first is
 * no end; else the first word for a beginning; else any that is no end.
 */
export function firstState(states: readonly string[]): string | undefined {
  const [first] = states;
  const isSorted =
    states.length > 2 && states.every((state, index) => index === 0 || (states[index - 1] ?? "") <= state);
  if (first !== undefined && !isSorted && !isEnd(first)) return first;
  const begun = BEGINNINGS.flatMap((word) => states.find((state) => canonical(state) === word) ?? []);
  return begun[0] ?? states.find((state) => /^requires/i.test(state)) ?? states.find((state) => !isEnd(state)) ?? first;
}

/** The verb of an action's name, in small letters; undefined where the name says more. */
export function verbOf(action: string): string | undefined {
  const [verb, ...others] = words(action).map((word) => word.toLowerCase());
  return others.length > 1 ? undefined : verb;
}
