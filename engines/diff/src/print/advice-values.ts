import type { AdviceTable, RuleAdvice } from "./advice-table.ts";

/** Advice that differs by direction: `[wire, todo]` of requests, then of responses. */
function by(request: readonly [string, string?], response: readonly [string, string?]): RuleAdvice {
  const advice = ([wire, todo]: readonly [string, string?]) => ({ wire, ...(todo !== undefined && { todo }) });
  return { request: advice(request), response: advice(response) };
}

const NARROWED = by(
  ["Values that were taken before are refused.", "Check the values that you send."],
  ["Fewer values come than before."],
);
const WIDENED = by(
  ["More values are taken than before."],
  ["Values may come that did not before.", "Handle them where you read it."],
);

/** Advice on properties and values. */
export const VALUE_ADVICE: AdviceTable = {
  "property-optional-added": by(["It can be sent."], ["It may come."]),
  "property-required-added": by(
    ["Requests without it are refused.", "Add it wherever you build this value."],
    ["It always comes.", "Add it to values that your tests build by hand; those of `build` have it."],
  ),
  "property-removed": by(
    ["It is ignored or refused.", "Stop sending it."],
    ["It no longer comes.", "Stop reading it."],
  ),
  "property-became-required": by(
    ["Requests without it are refused.", "Add it wherever you build this value."],
    ["It always comes.", "Add it to values that your tests build by hand; those of `build` have it."],
  ),
  "property-became-optional": by(
    ["It may be left out."],
    ["It may be missing.", "Allow for `undefined` where you read it."],
  ),
  "property-became-read-only": { wire: "Only the service sets it.", todo: "Stop sending it." },
  "property-became-write-only": { wire: "The service no longer sends it.", todo: "Stop reading it." },
  "became-nullable": by(
    ["`null` is taken, too."],
    ["`null` may come.", "Handle `null` where you read it, before you use it as its old type."],
  ),
  "became-not-nullable": by(
    ["`null` is refused.", "Leave it out, or send a value."],
    ["`null` no longer comes.", "Replace `null` in values that your tests build by hand."],
  ),
  "type-changed": by(
    ["Values of the old type are refused.", "Send the new type."],
    ["Values of another type come.", "Read it as its new type."],
  ),
  "reference-changed": by(
    ["A value of the new type is expected.", "Send a value of the new type."],
    ["A value of the new type comes.", "Read it as the new type."],
  ),
  "type-widened": WIDENED,
  "type-narrowed": NARROWED,
  "union-variant-added": by(
    ["One more variant is taken."],
    ["One more variant may come.", "Add a case where you tell the variants apart."],
  ),
  "union-variant-removed": by(
    ["The variant is refused.", "Send one of the others."],
    ["The variant no longer comes.", "Remove its case."],
  ),
  "enum-value-added": by(
    ["One more value is taken."],
    ["Values may come that did not before.", "Add a case to exhaustive switches."],
  ),
  "enum-value-removed": by(
    ["The value is refused.", "Send one of the others."],
    ["The value no longer comes.", "Remove its case."],
  ),
  "constant-changed": by(
    ["The old value is refused.", "Send the new one."],
    ["The new value comes instead of the old one.", "Compare with the new one."],
  ),
  "enum-opened": WIDENED,
  "enum-closed": NARROWED,
  "integer-became-number": WIDENED,
  "number-became-integer": NARROWED,
  "bound-tightened": NARROWED,
  "bound-loosened": WIDENED,
  "pattern-tightened": NARROWED,
  "pattern-removed": WIDENED,
  "constraint-changed": {
    wire: "Values that were taken before may be refused.",
    todo: "Check the values that you send.",
  },
  "constraint-removed": WIDENED,
  "format-added": NARROWED,
  "format-removed": WIDENED,
  "format-changed": by(
    ["Values are spelled differently.", "Spell them in the new format."],
    ["Values are spelled differently.", "Check what parses them."],
  ),
  "default-changed": {
    wire: "Requests without it mean something else.",
    todo: "Pass the old value where you rely on it.",
  },
  "further-properties-allowed": by(
    ["Properties that are not named are taken, too."],
    ["Properties that are not named may come, too."],
  ),
  "further-properties-forbidden": by(
    ["Properties that are not named are refused.", "Send named properties only."],
    ["Only named properties come."],
  ),
  "further-properties-typed-forbidden": by(
    ["Properties that are not named are refused.", "Send named properties only."],
    ["Only named properties come.", "Stop reading others."],
  ),
  "tuple-changed": { wire: "Positions mean something else." },
  deprecated: by(["It is still taken.", "Plan to do without it."], ["It still comes.", "Plan to do without it."]),
};
