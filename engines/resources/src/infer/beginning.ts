import { type Schemas, words } from "@svc/model";
import { isNullable, isOfType, type Property, partsOf, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import { firstState, isEnd, type SaidStates, STATE, statesOf } from "../facts/states.ts";
import type { Item } from "./likeness.ts";

/** How a new item begins. */
export type Beginning = Pick<Resource, "beginning" | "without">;

/** Times, reasons and callers of what has not happened yet: `closed_at`, `cancellation_reason`, `deleted_by`. */
const LATER =
  /^(?:is|was|last)?(?:ended|end|closed?|cancell?(?:ed|ation)|delet(?:ed|ion)|archived?|complet(?:ed|ion)|finish(?:ed)?|fail(?:ed|ure)|expired|revo(?:ked|cation)|disabled|suspen(?:ded|sion)|banned|blocked|locked|removed|rejected|rejection|declined|refunded|voided|resolved|stopped|terminated|termination|destroyed|deactivated|merged|bounced|disputed)(?:at|on|by|time|date|timestamp|datetime|reason|code|message|details?)$/;
const FAULT =
  /^(?:last)?(?:error|errors|failure|failures)(?:code|message|reason|details?)?$|^(?:payment|setup|finalization|processing)error$|^(?:state|status)reason$/;
/** Flags of an end: `deleted`, `is_archived`. */
const ENDED_FLAG =
  /^(?:is|has(?:been)?|was)?(?:delet|archiv|clos|cancell?|revok|expir|disabl|suspend|ban|block|lock|fail|complet|finish|end|remov|destroy|trash|refund|captur|paid|void|stop|paus|resolv|hidden|deprecat|merg|deactivat|terminat|bounc|disput|spam|frozen)(?:n?ed|ed|d|p?ed)?$/;

/**
 * How an item begins, as its schema says it: a field has its default, or the first state; what tells of an end is false, null
 * or absent, and so is every failure. Fields of which the schema says nothing of the kind are left to chance.
 */
export function inferBeginning(
  { schema, id }: Item,
  states: {
    readonly said: SaidStates;
    readonly atFirst: ReadonlyMap<string, string>;
    /** Fields that a creation may give: these count nothing that happens. */
    readonly given: readonly string[];
  },
  schemas: Schemas,
): Beginning {
  const begun = [...propertiesOf(schema, schemas).values()].flatMap((property): [string, unknown][] => {
    const found = property.name === id ? undefined : beginningOf(property, states, schemas);
    return found === undefined ? [] : [[property.name, found.value]];
  });
  return {
    beginning: Object.fromEntries(begun.filter(([, value]) => value !== undefined)),
    without: begun.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

/** Flags of what is there and works: `is_active`, `enabled`. */
const LIVE_FLAG = /^(?:is)?(?:active|enabled)(?:flag)?$/;

/** Numbers of what has happened or lies in an item: there is none yet. `comment_count`, `num_replies`, `times_used`. */
const COUNTER = /^(?:num|number of|count of|times|total number of) |(?:^| )(?:counts?|counter|used|redeemed|sold)$/;

/** Whether a property counts, by its name or by how its description begins. */
function counts({ name, schema, schemas: parts }: Property, schemas: Schemas): boolean {
  const isNumber = isOfType(schema, ["integer", "number"], schemas) && !isOfType(schema, ["string"], schemas);
  const isFree = parts.every(
    ({ enum: values, minimum = 0, default: fallback }) => !values && minimum <= 0 && !fallback,
  );
  const isNamed = COUNTER.test(words(name).join(" ").toLowerCase());
  const isSaid = parts.some(({ description = "" }) => /^(?:the )?(?:total )?number of times\b/i.test(description));
  return isNumber && isFree && (isNamed || isSaid);
}

function beginningOf(
  property: Property,
  { said, atFirst, given }: Parameters<typeof inferBeginning>[1],
  schemas: Schemas,
): { readonly value: unknown } | undefined {
  const { name, schema, schemas: parts, required } = property;
  const plain = canonical(name);
  const isFlag = isOfType(schema, ["boolean"], schemas);
  if (counts(property, schemas) && !given.includes(name)) return { value: 0 };
  if (ENDED_FLAG.test(plain) && isFlag) {
    const only = partsOf(schema, schemas).flatMap(
      (part) => part.enum ?? (part.const === undefined ? [] : [part.const]),
    );
    if (only.length === 0 || only.includes(false)) return { value: false };
    return required ? undefined : { value: undefined };
  }
  const fallback = parts.find((part) => part.default !== undefined)?.default;
  const isFree = parts.every(({ enum: values, const: only }) => values === undefined && only === undefined);
  if (LIVE_FLAG.test(plain) && isFlag && isFree && fallback === undefined) return { value: true };
  const isEnding = LATER.test(plain) || FAULT.test(plain) || (ENDED_FLAG.test(plain) && !STATE.test(name));
  if (isEnding && !isFlag) {
    if (isNullable(schema, schemas)) return { value: null };
    if (!required) return { value: undefined };
    return isOfType(schema, ["array"], schemas) && FAULT.test(plain) ? { value: [] } : undefined;
  }
  if (fallback !== undefined && !(typeof fallback === "string" && STATE.test(name) && isEnd(fallback)))
    return { value: fallback };
  const isText = isOfType(schema, ["string"], schemas) && !isOfType(schema, ["array", "object"], schemas);
  const listed = isText ? statesOf(property, said, schemas) : [];
  const example = isText && STATE.test(name) ? atFirst.get(plain) : undefined;
  // An example may show how it ended, where the list begins with a beginning.
  const isLater = example !== undefined && isEnd(example) && listed[0] !== undefined && !isEnd(listed[0]);
  const shown = isLater ? undefined : example;
  if (shown !== undefined && parts.every(({ enum: values = [shown] }) => values.includes(shown)))
    return { value: shown };
  const first = listed.length > 1 || STATE.test(name) ? firstState(listed) : undefined;
  return first === undefined ? undefined : { value: first };
}
