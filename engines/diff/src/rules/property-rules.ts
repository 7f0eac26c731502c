import { asks, type Rule } from "./rule.ts";

/** Properties of objects, known and further ones. */
export const PROPERTY_RULES = {
  "property-optional-added": {
    request: asks("minor"),
    response: asks("minor"),
    message: "New optional property `{place}`: {new}.",
    example: "`Pet` gains `age?: number`",
  },
  "property-required-added": {
    request: asks("major", "compile runtime"),
    response: asks("minor", "fixture"),
    message: "New required property `{place}`: {new}.{fixture}",
    example: "`Pet` gains `age: number`",
  },
  "property-removed": {
    request: asks("major", "compile"),
    response: asks("major", "compile fixture"),
    message: "Property `{place}` ({old}) is gone.",
    example: "`Pet` loses `age`",
  },
  "property-became-required": {
    request: asks("major", "compile runtime"),
    response: asks("minor", "fixture"),
    message: "Property `{place}` is now required.{fixture}",
    example: "`age?: number` → `age: number`",
  },
  "property-became-optional": {
    request: asks("minor"),
    response: asks("major", "compile"),
    message: "Property `{place}` is now optional: {new} | undefined.",
    example: "`age: number` → `age?: number`",
  },
  "untravelled-property-changed": {
    document: asks("patch"),
    message: "Property `{place}` {what}; no {direction} has it.",
    example: "a `readOnly` property of a request, a `writeOnly` one of a response appears or disappears",
  },
  "property-became-read-only": {
    request: asks("major", "compile runtime"),
    response: asks("patch"),
    message: "Property `{place}` is now marked read-only: the service ignores or refuses it in requests.",
    example: "`readOnly: true` on a property",
  },
  "property-no-longer-read-only": {
    request: asks("minor"),
    response: asks("patch"),
    message: "Property `{place}` is no longer marked read-only.",
    example: "`readOnly: true` disappears",
  },
  "property-became-write-only": {
    request: asks("patch"),
    response: asks("major", "compile runtime"),
    message: "Property `{place}` is now marked write-only: the service does not send it.",
    example: "`writeOnly: true` on a property",
  },
  "property-no-longer-write-only": {
    request: asks("patch"),
    response: asks("minor"),
    message: "Property `{place}` is no longer marked write-only.",
    example: "`writeOnly: true` disappears",
  },
  "further-properties-forbidden": {
    request: asks("major", "runtime"),
    response: asks("patch"),
    message: "`{place}` may no longer have properties that are not named.",
    example: "`additionalProperties: false` appears",
  },
  "further-properties-allowed": {
    request: asks("minor"),
    response: asks("patch"),
    message: "`{place}` may now have properties that are not named.",
    example: "`additionalProperties: true` appears",
  },
  "further-properties-undeclared": {
    request: asks("major", "compile"),
    response: asks("patch"),
    message: "`{place}` no longer declares that it may have properties that are not named: its index signature goes.",
    example: "`additionalProperties: true` disappears",
  },
  "further-properties-typed": {
    request: asks("major", "compile runtime"),
    response: asks("minor"),
    message: "Properties of `{place}` that are not named are now {new}.",
    example: "`additionalProperties: { type: string }` appears",
  },
  "further-properties-typed-forbidden": {
    request: asks("major", "compile runtime"),
    response: asks("major", "compile"),
    message: "`{place}` may no longer have properties that are not named (were {old}).",
    example: "`additionalProperties: { type: string }` → `false`",
  },
  "further-properties-typed-added": {
    request: asks("minor"),
    response: asks("minor"),
    message: "`{place}` may now have properties that are not named: {new}.",
    example: "`additionalProperties: false` → `{ type: string }`",
  },
  "further-properties-untyped": {
    request: asks("minor"),
    response: asks("major", "compile"),
    message: "Properties of `{place}` that are not named may now be anything (were {old}).",
    example: "`additionalProperties: { type: string }` disappears",
  },
  "pattern-properties-added": {
    request: asks("major", "compile runtime"),
    response: asks("minor"),
    message: "Properties of `{place}` whose names match a pattern now have a type.",
    example: "`patternProperties` appears",
  },
  "pattern-properties-changed": {
    request: asks("major", "compile runtime"),
    response: asks("major", "compile runtime"),
    message: "The types of properties of `{place}` whose names match a pattern change.",
    example: "`patternProperties` edited",
  },
  "pattern-properties-removed": {
    request: asks("major", "compile"),
    response: asks("major", "compile"),
    message: "Properties of `{place}` whose names match a pattern no longer have a type.",
    example: "`patternProperties` disappears",
  },
} satisfies { readonly [id: string]: Rule };
