import { type Contract, type Model, type Operation, routeText, type UsedOperation } from "@svc/model";
import type { Change, Difference } from "../change.ts";
import { createDifference, type PlaceFinder } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import { usedPlaces } from "./used-places.ts";

/** Two models, and how their pointers lead into the documents. */
export interface Compared {
  readonly old: Model;
  readonly new: Model;
  readonly find: PlaceFinder;
}

/**
 * The changes that concern whoever uses what a contract holds. Operations are found by id, by a former id and by route. A
 * change of a field, parameter or response counts where the contract has it; one that adds an obligation counts wherever it
 * meets a call of the contract; one of the whole document (servers, credentials) always.
 */
export function changesFor(contract: Contract, { changes }: Difference, { old, new: now, find }: Compared): Difference {
  const places = { old: new Set<string>(), new: new Set<string>() };
  const ids = new Set<string>();
  for (const [id, used] of Object.entries(contract.operations)) {
    for (const [side, model] of [
      ["old", old],
      ["new", now],
    ] as const) {
      for (const operation of operationsOf(model, id, used)) {
        ids.add(operation.id);
        for (const place of usedPlaces(used, operation, model)) places[side].add(find[side](place));
      }
    }
  }
  const touches = (pointer: string | undefined, used: ReadonlySet<string>): boolean =>
    pointer !== undefined && isWithin(pointer, used);
  const concerns = ({ rule, operations, pointerOld, pointerNew }: Change): boolean => {
    if (operations.length === 0 && OF_ALL.has(rule)) return true;
    if (!operations.some((id) => ids.has(id)) && operations.length > 0) return false;
    if (OBLIGATIONS.has(rule)) return isObliged(pointerNew ?? pointerOld ?? "", places.new);
    return touches(pointerOld, places.old) || touches(pointerNew, places.new);
  };
  return createDifference(changes.filter(concerns));
}

function operationsOf({ operations }: Model, id: string, { route }: UsedOperation): Operation[] {
  const named = operations.filter((one) => one.id === id || one.formerIds?.includes(id));
  return named.length > 0 ? named : operations.filter((operation) => routeText(operation) === route);
}

/** Parts of a document that are used, or not, apart from what holds them. */
const PART = /\/(?:properties|parameters|responses|requestBody|callbacks)(?:\/|$)/;

/** Whether a pointer leads to a used place, or to a detail of one. */
function isWithin(pointer: string, used: ReadonlySet<string>): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    if (used.has(pointer.slice(0, end))) return !PART.test(pointer.slice(end));
  }
  return false;
}

/** Rules by which calls fail that did not use the place before. */
const OBLIGATIONS: ReadonlySet<RuleId> = new Set<RuleId>([
  ...([
    "parameter-required-added",
    "parameter-became-required",
    "body-required-added",
    "body-became-required",
  ] as const),
  ...([
    "property-required-added",
    "property-became-required",
    "success-status-added",
    "success-status-changed",
  ] as const),
]);

/** Whether what holds the place of an obligation is used: the operation of a parameter, the object of a property. */
function isObliged(pointer: string, used: ReadonlySet<string>): boolean {
  const holder = pointer.replace(/\/(?:properties|responses)\/[^/]*$/, "");
  if (holder !== pointer) return isWithin(holder, used);
  // Parameters and bodies may lie elsewhere than their operation, which was looked at already.
  return true;
}

/** Rules about what every call needs. */
const OF_ALL: ReadonlySet<RuleId> = new Set<RuleId>([
  ...(["security-scheme-removed", "security-scheme-changed", "token-url-changed"] as const),
  ...(["server-removed", "server-changed", "request-headers-changed"] as const),
]);
