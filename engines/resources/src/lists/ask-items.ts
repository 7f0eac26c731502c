import type { Json } from "@svc/model/data";
import { canonical, type Fields, isFields } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import type { ResourceCall } from "../items/context.ts";
import type { Item } from "../items/items.ts";
import { isFound, isOrdered } from "./search.ts";
import { OPEN } from "./sort-items.ts";

/** The items that a request asks for by words or comparisons. */
export function askedItems(
  items: readonly Item[],
  { asked = {} }: ListRole,
  { query }: ResourceCall,
  declared: () => Iterable<string>,
): readonly Item[] {
  const wanted = Object.entries(asked).filter(([parameter]) => query[parameter] !== undefined);
  if (wanted.length === 0) return items;
  const names = fieldNames(items, declared());
  return wanted.reduce((kept, [parameter, kind]) => {
    const value = objectOf(query[parameter]);
    const ask = isFields(value) ? undefined : readText([value].flat().join(" "));
    return kept.filter(({ fields }) => {
      const own = flat(fields);
      if (ask === undefined) return isFound(own, names, value as Json);
      return ask.terms.every((term) => meets(own, names, term)) && (kind === "terms" || hasWords(own, ask.words));
    });
  }, items);
}

/** Names of fields that a schema declares, or that items have: one that an item lacks is not met by it. */
export function fieldNames(items: readonly Pick<Item, "fields">[], declared: Iterable<string>): string[] {
  return [...new Set([...declared, ...items.flatMap(({ fields }) => Object.keys(flat(fields)))])];
}

/** A parameter that is an object, also as JSON in a text. */
function objectOf(value: unknown): unknown {
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The fields of an item with those of the objects that hold its own. */
export function flat(fields: Fields): Fields {
  const inner = Object.entries(fields).flatMap(([name, value]) => (OPEN.test(name) && isFields(value) ? [value] : []));
  return inner.length === 0 ? fields : Object.assign({}, ...inner, fields);
}

interface Term {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

const TERM =
  /([A-Za-z_][\w.]*)(?:\[["']?(\w+)["']?\])?\s*(!=|<>|>=|<=|==|:|=|~|>|<|\b(?:eq|ne|gt|ge|lt|le|contains|co|sw)\b)\s*("[^"]*"|'[^']*'|[^\s"'()]+)/g;

/** `name:"x" status=open word` -> comparisons, and the words that are none. */
function readText(text: string): { readonly terms: readonly Term[]; readonly words: readonly string[] } {
  const terms = Array.from(text.matchAll(TERM), ([, field = "", key, operator = "", value = ""]) => ({
    field: key ?? field,
    operator,
    value: value.replace(/^["']|["']$/g, ""),
  }));
  const rest = text.replaceAll(TERM, " ").replaceAll(/\b(?:AND|OR|NOT)\b|[()"'*]/g, " ");
  return { terms, words: rest.split(/\s+/).filter((word) => word !== "") };
}

/** Comparisons of fields that items do not have, and alternatives of which one is enough, keep everything. */
function meets(own: Fields, names: readonly string[], { field, operator, value }: Term): boolean {
  const name = names.find((one) => canonical(one) === canonical(field));
  if (name === undefined) return true;
  const is = own[name];
  const texts = (Array.isArray(is) ? is : [is]).map((one) => String(one ?? "").toLowerCase());
  const wanted = value.toLowerCase();
  if (/^(?:!=|<>|ne)$/.test(operator)) return !texts.includes(wanted);
  if (/^(?:[<>]=?|g[te]|l[te])$/.test(operator)) return isOrdered(is, operator, value);
  if (/^(?:~|contains|co)$/.test(operator)) return texts.some((text) => text.includes(wanted));
  if (operator === "sw") return texts.some((text) => text.startsWith(wanted));
  return texts.some((text) => text === wanted || (operator === ":" && text.includes(wanted)));
}

/** Fields in which people look for words; addresses and keys are found by what they are called, not by their letters. */
const TEXTUAL =
  /name|title|desc|text|subject|summary|content|body|mail|label|tag|message|note|slug|sku|phone|login|company|city|comment|keyword/i;

/** Whether every word is in one of the texts of an item. */
function hasWords(own: Fields, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const texts = textsIn(own);
  // Items without any such field are not left out by what nobody can see.
  if (texts.length === 0) return true;
  const all = texts.join("\n").toLowerCase();
  return words.every((word) => all.includes(word.toLowerCase()));
}

function textsIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const texts = TEXTUAL.test(name) ? [value].flat() : [];
    return texts.filter((one): one is string => typeof one === "string");
  });
}
