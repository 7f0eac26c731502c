import type { Rule } from "./rule.ts";

/** Types, unions, enums, bounds and what is said about single values. */
export const VALUE_RULES = {
  "type-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "`{place}` changes its type: {old} → {new}.",
    example: "`string` → `number`",
  },
  "reference-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "`{place}` is now another type: {old} → {new}.",
    example: "`Owner` → `Person`, where both exist before and after: the level is that of their differences",
  },
  "type-widened": {
    levels: { request: "minor", response: "major, compile" },
    message: "`{place}` may now be more: {old} → {new}.",
    example: "`string` → `string | number`",
  },
  "type-narrowed": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "`{place}` is now known more exactly: {old} → {new}.",
    example: "`unknown` → `string`",
  },
  "union-variant-added": {
    levels: { request: "minor", response: "major (minor), compile" },
    message: "`{place}` has a new variant: {new}.",
    example: "`Cat | Dog` → `Cat | Dog | Bird`",
  },
  "union-variant-removed": {
    levels: { request: "major, compile, runtime", response: "major, compile" },
    message: "`{place}` loses a variant: {old}.",
    example: "`Cat | Dog` → `Cat`",
  },
  "union-kind-changed": {
    levels: { request: "patch, runtime", response: "patch, runtime" },
    message: "`{place}` must now match {new} variants (was {old}).",
    example: "`anyOf` → `oneOf`",
  },
  "integer-became-number": {
    levels: { request: "minor", response: "minor, runtime" },
    message: "`{place}` may now have a fraction (integer → number); its type stays `number`.",
    example: "`type: integer` → `number`",
  },
  "number-became-integer": {
    levels: { request: "major, runtime", response: "patch, runtime" },
    message: "`{place}` must now be whole (number → integer); its type stays `number`.",
    example: "`type: number` → `integer`",
  },
  "became-nullable": {
    levels: { request: "minor", response: "major, compile" },
    message: "`{place}` may now be null: {old} → {new}.",
    example: "`string` → `string | null`",
  },
  "became-not-nullable": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "`{place}` may no longer be null: {old} → {new}.{fixture}",
    example: "`string | null` → `string`",
  },
  "enum-value-added": {
    levels: { request: "minor", response: "major (minor), compile" },
    message: "`{place}` may now be {values}, too{types}.",
    example: '`"a"` → `"a" | "b"`',
  },
  "enum-value-removed": {
    levels: { request: "major, compile, runtime", response: "major (minor), compile" },
    message: "`{place}` may no longer be {values}{types}.",
    example: '`"a" | "b"` → `"a"`',
  },
  "constant-changed": {
    levels: { request: "major, compile, runtime", response: "major (minor), compile" },
    message: "`{place}` is now always {new} instead of {old}.",
    example: '`const: "a"` → `const: "b"`',
  },
  "enum-opened": {
    levels: { request: "minor", response: "major (minor), compile" },
    message: "`{place}` may now be any value of its type: {old} → {new}.",
    example: '`"a" | "b"` → `string`',
  },
  "enum-closed": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "`{place}` is now one of a few values: {old} → {new}.",
    example: '`string` → `"a" | "b"`',
  },
  "enum-suggested": {
    levels: { request: "patch", response: "patch" },
    message: "`{place}` now lists values, and others may still come: {old} → {new}.",
    example: '`string` → `"a" | "b" | (string & {})`',
  },
  "union-opened": {
    levels: { request: "minor", response: "major, compile" },
    message: "`{place}` may now be a variant that is not listed: {old} → {new}.",
    example: "`Cat | Dog` → the same, open",
  },
  "union-closed": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "`{place}` may no longer be a variant that is not listed: {old} → {new}.",
    example: "`Cat | Dog`, open → the same, closed",
  },
  "union-tag-removed": {
    levels: { request: "minor", response: "major, compile, runtime" },
    message: "`{place}`, which is open, no longer knows a variant by {old}: what comes with it may be anything.",
    example: '`mapping` of an open union edited: `"cat"` → `"c"`',
  },
  "discriminator-literal-added": {
    levels: { request: "major, compile", response: "patch, fixture" },
    message: "`{place}` is now told apart by `{property}`: {new}.",
    example: '`discriminator` appears: `kind: string` → `kind: "Cat"`',
  },
  "discriminator-literal-removed": {
    levels: { request: "minor", response: "major, compile" },
    message: "`{place}` is no longer told apart by `{property}` (was {old}).",
    example: '`discriminator` disappears: `kind: "Cat"` → `kind: string`',
  },
  "discriminator-literal-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "`{place}` has another value in `{property}`: {old} → {new}.",
    example: '`mapping` edited: `kind: "cat"` → `kind: "Cat"`',
  },
  "discriminator-changed": {
    levels: { request: "patch", response: "patch" },
    message: "The discriminator of `{place}` changes ({old} → {new}); the types stay the same.",
    example: "`discriminator` on variants whose `kind` is a literal already",
  },
  "format-added": {
    levels: { request: "major, runtime", response: "patch" },
    message: "`{place}` now has the format {new}.",
    example: "`format: date-time` appears",
  },
  "format-removed": {
    levels: { request: "minor", response: "patch" },
    message: "`{place}` no longer has the format {old}.",
    example: "`format: date-time` disappears",
  },
  "parameter-format-removed": {
    levels: { request: "major, compile" },
    message: "`{place}` no longer has the format {old}: `{input}` objects are no longer taken.",
    example: "`format: date-time` of a parameter, for which a `Date` can be given",
  },
  "format-changed": {
    levels: { request: "major, runtime", response: "patch, runtime" },
    message: "`{place}` changes its format: {old} → {new}.",
    example: "`format: date` → `date-time`",
  },
  "bound-tightened": {
    levels: { request: "major, runtime", response: "patch, runtime" },
    message: "`{place}`: {bound} is now {new} (was {old}).",
    example: "`maximum: 100` → `50`",
  },
  "bound-loosened": {
    levels: { request: "minor", response: "patch, runtime" },
    message: "`{place}`: {bound} is now {new} (was {old}).",
    example: "`maximum: 50` → `100`",
  },
  "pattern-tightened": {
    levels: { request: "major, runtime", response: "patch, runtime" },
    message: "`{place}` must now match {new} (was {old}).",
    example: "`pattern` appears or changes",
  },
  "pattern-removed": {
    levels: { request: "minor", response: "patch, runtime" },
    message: "`{place}` no longer has to match {old}.",
    example: "`pattern` disappears",
  },
  "constraint-changed": {
    levels: { request: "major, runtime", response: "patch, runtime" },
    message: "`{place}`: the rule `{keyword}` changes.",
    example: "`not`, `if`, `contains`, `dependentRequired` … edited",
  },
  "constraint-removed": {
    levels: { request: "minor", response: "patch, runtime" },
    message: "`{place}`: the rule `{keyword}` is gone.",
    example: "`not`, `if`, `contains`, `dependentRequired` … removed",
  },
  "tuple-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "The positions of `{place}` change: {old} → {new}.",
    example: "`prefixItems` longer, shorter, or new",
  },
  "default-changed": {
    levels: { request: "minor, runtime", response: "patch" },
    message: "The default of `{place}` is now {new} (was {old}); the service fills it in, not the SDK.",
    example: "`default: 10` → `20`",
  },
  deprecated: {
    levels: { request: "minor", response: "minor" },
    message: "`{place}` is now marked as deprecated.",
    example: "`deprecated: true` on a property",
  },
  undeprecated: {
    levels: { request: "patch", response: "patch" },
    message: "`{place}` is no longer marked as deprecated.",
    example: "`deprecated: true` disappears",
  },
} satisfies { readonly [id: string]: Rule };
