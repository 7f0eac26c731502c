import type { RuleId } from "@svc/diff";

/** How changes of one kind to several members of the same types are told. */
export interface SiblingTitle {
  /** After the number of members: `properties are gone from`. */
  readonly title: string;
  /** Groups of a message that the title does not say: the member is told with these. @default the whole message */
  readonly rest?: RegExp;
}

/** Kinds of changes that many members of a type have at once. */
export const SIBLING_TITLES: { readonly [rule in RuleId]?: SiblingTitle } = {
  "property-optional-added": { title: "new optional properties of", rest: /(: .*)\.$/ },
  "property-required-added": { title: "new required properties of", rest: /(: .*)\.$/ },
  "property-removed": { title: "properties are gone from", rest: /( \(.*\)) is gone\.$/ },
  "property-became-required": { title: "properties are now required in", rest: /()$/ },
  "property-became-optional": { title: "properties are now optional in", rest: /()$/ },
  "property-became-read-only": { title: "properties are now set by the service alone, in", rest: /()$/ },
  "became-nullable": { title: "members may now be null, in", rest: /()$/ },
  "became-not-nullable": { title: "members may no longer be null, in", rest: /()$/ },
  "enum-value-added": { title: "members may have new values, in" },
  "enum-value-removed": { title: "members lose values, in" },
  "type-changed": { title: "members change their types, in" },
  "reference-changed": { title: "members are of other types now, in" },
  "bound-tightened": { title: "bounds are tighter, in" },
  "bound-loosened": { title: "bounds are wider, in" },
  "default-changed": { title: "members have other defaults, in" },
  deprecated: { title: "members are now marked as deprecated, in", rest: /()$/ },
  undeprecated: { title: "members are no longer marked as deprecated, in", rest: /()$/ },
  "parameter-optional-added": { title: "new optional parameters, in", rest: /(: .*?)\.(?: The method had.*)?$/ },
  "parameter-required-added": { title: "new required parameters, in", rest: /(: .*)\.$/ },
  "parameter-removed": { title: "parameters are gone, from", rest: /( \(.*\)) is gone\.$/ },
};
