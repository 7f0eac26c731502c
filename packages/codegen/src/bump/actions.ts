import type { Change } from "@svc/diff";

/**
 * What a user of the SDK has to do about a change, in the order in which a changelog tells it. Rules with `>` in front count where
 * values are sent, those with `<` where they are returned, the others in both directions.
 */
const ACTIONS: readonly (readonly [heading: string, rules: string])[] = [
  ["Stop calling what is gone; the document names no replacement", "operation-removed"],
  ["New methods", "operation-added"],
  [
    "Replace paths where you use `svc.raw`, intercept requests, or match them in proxies; methods need no change",
    "operation-moved path-parameter-renamed",
  ],
  [
    "Use the new names; editors show an old one that stays as deprecated",
    "method-renamed schema-renamed schema-split builder-renamed waiter-renamed parameter-respelled media-type-parameters-changed",
  ],
  [
    "Replace ids that you compare with `operation` of a fake's call or `operationId` of a hook; elsewhere the old ones stay as deprecated aliases",
    "operation-id-renamed",
  ],
  [
    "Check the credentials that you give",
    "security-added security-alternative-removed security-scheme-changed security-scheme-removed",
  ],
  ["Check the addresses that you give", "server-changed server-removed token-url-changed"],
  [
    "Send what is required now; requests without it are refused",
    "parameter-required-added parameter-became-required constants-required body-required-added body-became-required >property-required-added >property-became-required",
  ],
  [
    "Stop using what is gone; it no longer comes, and is ignored or refused where you send it",
    "parameter-removed body-removed property-removed >property-became-read-only <property-became-write-only response-body-removed response-header-removed error-status-removed success-status-removed media-type-removed <union-variant-removed <enum-value-removed <further-properties-typed-forbidden pattern-properties-removed",
  ],
  [
    "Allow for `null` and `undefined` where you read this",
    "<property-became-optional <became-nullable response-header-became-optional",
  ],
  [
    "Handle what did not come before",
    "<enum-value-added <union-variant-added <type-widened <enum-opened <union-opened <union-tag-removed <discriminator-literal-removed <further-properties-untyped success-status-added-union success-status-added error-status-added error-variant-added",
  ],
  [
    "Send only what is still accepted",
    ">enum-value-removed >union-variant-removed >type-narrowed >enum-closed >union-closed >became-not-nullable >number-became-integer >bound-tightened >pattern-tightened >constraint-changed >format-added >format-changed >further-properties-forbidden >further-properties-typed-forbidden >further-properties-typed >further-properties-undeclared >pattern-properties-added parameter-format-removed",
  ],
  [
    "Use the new types",
    "type-changed reference-changed constant-changed discriminator-literal-changed >discriminator-literal-added tuple-changed success-status-changed response-body-added media-type-changed media-type-preferred-changed parameter-moved body-optional-added compiler-refuses pattern-properties-changed",
  ],
  [
    "Change what receives webhooks and callbacks",
    "event-removed event-moved event-signature-changed event-id-header-changed event-parameter-removed event-parameter-became-optional event-body-removed event-body-became-optional event-answer-removed",
  ],
  ["Stop importing what is gone", "schema-removed alias-removed trait-removed waiter-removed lifecycle-removed"],
  [
    "Change tests that rely on what the fake stores",
    "resource-removed resource-none resource-changed resource-states-changed",
  ],
  ["New webhooks and callbacks", "event-added"],
  [
    "Add this to test data that you build by hand; `build` has it",
    "<property-required-added <property-became-required response-header-became-required event-parameter-became-required event-body-became-required",
  ],
  [
    "Change test data that you build by hand where it is of the old type",
    "<became-not-nullable <enum-closed <type-narrowed <union-closed trait-changed",
  ],
  ["Pass the old value where you rely on a default", ">default-changed"],
  [
    "New parameters and properties, all optional",
    "parameter-optional-added property-optional-added parameter-became-optional body-became-optional >property-became-optional response-header-added",
  ],
  [
    "More is accepted",
    ">type-widened >enum-value-added >enum-opened >union-variant-added >union-opened >became-nullable >bound-loosened >pattern-removed >constraint-removed >format-removed >integer-became-number >further-properties-allowed >further-properties-untyped security-removed security-alternative-added event-answer-added >discriminator-literal-removed >property-no-longer-read-only",
  ],
  [
    "Plan to do without what is deprecated",
    "operation-deprecated parameter-deprecated deprecated event-deprecated security-scheme-deprecated",
  ],
  ["New types", "schema-added"],
  ["Descriptions and examples", "description-changed"],
  ["Tags, from which no name is made", "operation-tags-changed"],
];

interface Action {
  readonly heading: string;
  readonly rank: number;
}

const BY_RULE = new Map(
  ACTIONS.flatMap(([heading, rules], rank) =>
    rules.split(" ").map((rule): [string, Action] => [rule, { heading, rank }]),
  ),
);

/** Rank of all other changes, before those of documentation. */
const REST = ACTIONS.findIndex(([, rules]) => rules === "description-changed") - 0.5;

const OTHERS = {
  major: { heading: "Update, and change what relies on this", rank: REST },
  minor: { heading: "Nothing to do", rank: REST },
  patch: { heading: "Nothing to do", rank: REST },
} as const;

/** The action that a change requires of users. */
export function actionOf({ rule, direction, level }: Pick<Change, "rule" | "direction" | "level">): Action {
  const mark = direction === "response" ? "<" : ">";
  return BY_RULE.get(rule) ?? (direction && BY_RULE.get(`${mark}${rule}`)) ?? OTHERS[level];
}

/** Every rule of the table, as it stands there. */
export const ACTION_RULES: readonly string[] = ACTIONS.flatMap(([, rules]) => rules.split(" "));
