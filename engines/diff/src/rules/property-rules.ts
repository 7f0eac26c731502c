import type { Rule } from "./rule.ts";

/** Properties of objects, known and further ones. */
export const PROPERTY_RULES = {
  "property-optional-added": {
    levels: { request: "minor", response: "minor" },
    message: "New optional property `{place}`: {new}.",
    example: "`Pet` gains `age?: number`",
  },
  "property-required-added": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "New required property `{place}`: {new}.{fixture}",
    example: "`Pet` gains `age: number`",
  },
  "property-removed": {
    levels: { request: "major, compile", response: "major, compile, fixture" },
    message: "Property `{place}` ({old}) is gone.",
    example: "`Pet` loses `age`",
  },
  "property-became-required": {
    levels: { request: "major, compile, runtime", response: "minor, fixture" },
    message: "Property `{place}` is now required.{fixture}",
    example: "`age?: number` → `age: number`",
  },
  "property-became-optional": {
    levels: { request: "minor", response: "major, compile" },
    message: "Property `{place}` is now optional: {new} | undefined.",
    example: "`age: number` → `age?: number`",
  },
  "untravelled-property-changed": {
    levels: "patch",
    message: "Property `{place}` {what}; no {direction} has it.",
    example: "a `readOnly` property of a request, a `writeOnly` one of a response appears or disappears",
  },
  "property-became-read-only": {
    levels: { request: "major, compile, runtime", response: "patch" },
    message: "Property `{place}` is now marked read-only: the service ignores or refuses it in requests.",
    example: "`readOnly: true` on a property",
  },
  "property-no-longer-read-only": {
    levels: { request: "minor", response: "patch" },
    message: "Property `{place}` is no longer marked read-only.",
    example: "`readOnly: true` disappears",
  },
  "property-became-write-only": {
    levels: { request: "patch", response: "major, compile, runtime" },
    message: "Property `{place}` is now marked write-only: the service does not send it.",
    example: "`writeOnly: true` on a property",
  },
  "property-no-longer-write-only": {
    levels: { request: "patch", response: "minor" },
    message: "Property `{place}` is no longer marked write-only.",
    example: "`writeOnly: true` disappears",
  },
  "further-properties-forbidden": {
    levels: { request: "major, runtime", response: "patch" },
    message: "`{place}` may no longer have properties that are not named.",
    example: "`additionalProperties: false` appears",
  },
  "further-properties-allowed": {
    levels: { request: "minor", response: "patch" },
    message: "`{place}` may now have properties that are not named.",
    example: "`additionalProperties: true` appears",
  },
  "further-properties-undeclared": {
    levels: { request: "major, compile", response: "patch" },
    message: "`{place}` no longer declares that it may have properties that are not named: its index signature goes.",
    example: "`additionalProperties: true` disappears",
  },
  "further-properties-typed": {
    levels: { request: "major, compile, runtime", response: "minor" },
    message: "Properties of `{place}` that are not named are now {new}.",
    example: "`additionalProperties: { type: string }` appears",
  },
  "further-properties-typed-forbidden": {
    levels: { request: "major, compile, runtime", response: "major, compile" },
    message: "`{place}` may no longer have properties that are not named (were {old}).",
    example: "`additionalProperties: { type: string }` → `false`",
  },
  "further-properties-typed-added": {
    levels: { request: "minor", response: "minor" },
    message: "`{place}` may now have properties that are not named: {new}.",
    example: "`additionalProperties: false` → `{ type: string }`",
  },
  "further-properties-untyped": {
    levels: { request: "minor", response: "major, compile" },
    message: "Properties of `{place}` that are not named may now be anything (were {old}).",
    example: "`additionalProperties: { type: string }` disappears",
  },
  "pattern-properties-added": {
    levels: { request: "major, compile, runtime", response: "minor" },
    message: "Properties of `{place}` whose names match a pattern now have a type.",
    example: "`patternProperties` appears",
  },
  "pattern-properties-changed": {
    levels: { request: "major, compile, runtime", response: "major, compile, runtime" },
    message: "The types of properties of `{place}` whose names match a pattern change.",
    example: "`patternProperties` edited",
  },
  "pattern-properties-removed": {
    levels: { request: "major, compile", response: "major, compile" },
    message: "Properties of `{place}` whose names match a pattern no longer have a type.",
    example: "`patternProperties` disappears",
  },
} satisfies { readonly [id: string]: Rule };
