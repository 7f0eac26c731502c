import { BODY_RULES } from "./body-rules.ts";
import { DOCUMENT_RULES } from "./document-rules.ts";
import { DECLARATION_RULES, EVENT_RULES } from "./event-rules.ts";
import { OPERATION_RULES } from "./operation-rules.ts";
import { PROPERTY_RULES } from "./property-rules.ts";
import type { Rule } from "./rule.ts";
import { VALUE_RULES } from "./value-rules.ts";

/** Every rule by its id. */
export const RULES = {
  ...OPERATION_RULES,
  ...BODY_RULES,
  ...PROPERTY_RULES,
  ...VALUE_RULES,
  ...EVENT_RULES,
  ...DECLARATION_RULES,
  ...DOCUMENT_RULES,
} satisfies { readonly [id: string]: Rule };

export type RuleId = keyof typeof RULES;

/** The rules in the order and the groups of the documentation. */
export const RULE_GROUPS: readonly (readonly [title: string, rules: { readonly [id: string]: Rule }])[] = [
  ["Operations and parameters", OPERATION_RULES],
  ["Bodies, responses and headers", BODY_RULES],
  ["Properties", PROPERTY_RULES],
  ["Values and unions", VALUE_RULES],
  ["Webhooks and callbacks", EVENT_RULES],
  ["Links, waiters and lifecycles", DECLARATION_RULES],
  ["The document as a whole", DOCUMENT_RULES],
];
