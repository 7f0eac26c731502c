import { type Change, groupBy, maxLevel, type RuleId } from "@svc/diff";

/** A change's level in the changelog: that of its counterpart in the other direction, where this is higher. */
export interface Told {
  readonly level: Change["level"];
  readonly change: Change;
}

/**
 * Orders changes for readers: a change of one place in requests and in answers is told once, under the higher level of the
 * two; changes of whole methods come before those of single values, types after what uses them.
 */
export function orderForReaders(changes: readonly Change[]): Told[] {
  const told = [...groupBy(changes, keyOf).values()].flatMap((twins) => {
    const level = maxLevel(twins.map((change) => change.level)) as Change["level"];
    return twins.map((change): Told => ({ level, change }));
  });
  // Sorting keeps the order of equals: that of their places.
  return told.sort((a, b) => rankOf(a.change) - rankOf(b.change));
}

/** The same for a change in requests and for the same change in answers. */
function keyOf(change: Change): string {
  return [change.rule, change.pointerOld, change.pointerNew, plainMessage(change)].join(" ");
}

/** A message without what its direction alone explains: the advice says it again. */
export function plainMessage({ message }: Change): string {
  return message.replace(/ Hand-built fixtures must add it\.$/, "");
}

/** Beginnings of the names of rules, those that readers want to know first. */
const ORDER: readonly string[] = [
  "operation-removed method- operation-id operation-moved operation-added operation- event-",
  "security-a security-r server token-url request-headers",
  "parameter- path-parameter constants- body- success- media-",
  "error- response-",
  "property-required property-became-required property-removed",
  "property- type- became- enum- constant- union- reference-",
];

const RANKS: readonly (readonly string[])[] = ORDER.map((line) => line.split(" "));

/** Kinds that stand at the end, whatever else there is. */
const LAST =
  /^(?:schema-|builder-|alias-|security-scheme-|document-|openapi-|description-|title-|unknown-|operation-tags)/;

function rankOf({ rule }: { readonly rule: RuleId }): number {
  if (LAST.test(rule)) return rule.startsWith("schema-") ? RANKS.length + 1 : RANKS.length + 2;
  const rank = RANKS.findIndex((line) => line.some((start) => rule.startsWith(start)));
  return rank < 0 ? RANKS.length : rank;
}
