import { get } from "../../build/raw.ts";
import type { CheckContext } from "../check/context.ts";
import { childPointer } from "../pointer.ts";
import {
  checkFields,
  FIELDS,
  type Fields,
  isName,
  listOf,
  oneOf,
  POINTER,
  type Rule,
  SECONDS,
  TEXT,
} from "./check-fields.ts";

const ANY_TEXT: Rule = [(value) => typeof value === "string", "a text"];

const STATE: Rule = [(value) => typeof value !== "object", "a state: a text, a number, true or false"];
const DURATION: Rule = [
  (value) => typeof value === "number" && value >= 0 && value < 1e9,
  "a number of seconds from 0",
];

const COUNT: Rule = [(value) => Number.isSafeInteger(value) && Number(value) > 0, "a whole number above 0"];

const RESOURCE: Fields = {
  rules: {
    kind: oneOf("collection", "singleton", "none"),
    schema: TEXT,
    id: TEXT,
    parent: [
      (value) => value === null || (typeof value === "string" && value.startsWith("/")),
      "a path of the document, or null",
    ],
    items: POINTER,
    total: POINTER,
    state: TEXT,
    transitions: {
      each: {
        rules: { from: STATE, to: STATE, afterSeconds: DURATION },
        required: ["from", "to", "afterSeconds"],
      },
    },
    webhooks: {
      each: {
        rules: { event: TEXT, on: oneOf("created", "changed", "removed"), state: STATE, item: POINTER },
        required: ["event"],
        whole: ({ on, state }) =>
          (on === undefined) === (state === undefined) ? "needs either on or state" : undefined,
      },
    },
    sets: FIELDS,
    order: {
      fields: {
        rules: {
          by: TEXT,
          direction: oneOf("newest-first", "oldest-first", "as-added"),
          option: [isName, "a name such as emailOrder"],
        },
        required: ["by"],
      },
    },
    filters: {
      map: {
        rules: { equals: TEXT, when: TEXT, within: TEXT },
        whole: (filter) => (Object.keys(filter).length === 1 ? undefined : "needs exactly one of equals, when, within"),
      },
    },
    extra: {
      map: {
        rules: {
          type: oneOf("boolean", "string", "number", "content"),
          default: [(value) => ["boolean", "number", "string"].includes(typeof value), "a boolean, a number or a text"],
          description: TEXT,
        },
        required: ["type"],
      },
    },
    files: {
      each: {
        rules: {
          url: TEXT,
          content: TEXT,
          mediaType: TEXT,
          name: TEXT,
          nameField: TEXT,
          size: TEXT,
          seconds: TEXT,
          until: TEXT,
          lifetime: SECONDS,
          otherwise: ANY_TEXT,
          asked: [(value) => typeof value === "boolean", "true or false"],
          download: [isName, "a name such as downloadVideo"],
        },
        required: ["url", "content", "mediaType", "name"],
      },
    },
    uploads: {
      each: {
        rules: {
          url: TEXT,
          parts: TEXT,
          partBytes: TEXT,
          partLength: COUNT,
          headers: TEXT,
          until: TEXT,
          seconds: TEXT,
          lifetime: SECONDS,
          content: TEXT,
          size: TEXT,
          type: TEXT,
          maxBytes: COUNT,
          mediaTypes: listOf(TEXT, "a list of media types"),
          checksum: TEXT,
          sets: FIELDS,
          finish: {
            fields: { rules: { operation: TEXT, parts: TEXT, number: TEXT, etag: TEXT }, required: ["operation"] },
          },
          upload: [isName, "a name such as uploadVideo"],
        },
        required: ["url"],
      },
    },
    storedBy: listOf(TEXT, "a list of operation ids"),
    unique: listOf(TEXT, "a list of names"),
    defaults: FIELDS,
  },
};

/** `x-svc-resource` of a path item: every field known, and of its type. */
export function checkResourceExtension(pathItem: unknown, pointer: string, context: CheckContext): void {
  const declared = get(pathItem, "x-svc-resource");
  if (declared !== undefined) checkFields(declared, childPointer(pointer, "x-svc-resource"), RESOURCE, context);
}
