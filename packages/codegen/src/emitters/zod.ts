import {
  bodyKind,
  isNever,
  type Json,
  type Model,
  type PatternNode,
  parsePattern,
  preferredContent,
  refName,
  regExp,
  type Schema,
  successResponses,
  typesOf,
} from "@svc/model";
import { dialectOf } from "@svc/schema";

import { spellOut } from "../emit/types/type-schema.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";
import { type Code, comment, identifier, join, key, literal, num, str, ts } from "../quote/index.ts";

/**
 * `zod/`: a schema of Zod 4 for each schema of the document, and for the answer of each operation. They are Standard
 * Schemas, as tRPC, TanStack Form, Hono and others take them. Of formats, dates and times are checked: services do not
 * keep to the others.
 */
export function zod(): Emitter {
  return {
    name: "zod",
    entries: ["zod/index"],
    dependencies: { zod: "^4.0.0" },
    emit(_, { typed, target }) {
      const schemas = ts`
        ${Object.values(typed.schemas).map(
          ({ typeName, schema, wireName }) => ts`

            ${comment(schema.description ?? `\`${wireName}\` of the document.`)}
            export const ${identifier(typeName)} = /* @__PURE__ */ z.lazy(() => ${toZod(schema, typed)}) as unknown as z.ZodType<t.${identifier(typeName)}>;`,
        )}

        /** The answers of each operation that answers JSON, by operation id: any of its successes. */
        export const responses = {
          ${typed.operations.flatMap((operation) => {
            const answers = successResponses(operation).flatMap(({ content }) => {
              const { mediaType = "", schema } = preferredContent(content) ?? {};
              return schema === undefined || bodyKind(mediaType) !== "json" ? [] : [toZod(schema, typed)];
            });
            return answers.length === 0
              ? []
              : [ts`${key(operation.id)}: /* @__PURE__ */ z.lazy(() => ${union([...new Set(answers)])}),`];
          })}
        };
      `;
      const file = ts`
        ${target.banner}
        import { z } from "zod";
        import type * as t from ${str(target.wireTypes ?? target.types)};
        ${schemas}
        ${HELPERS.filter(({ use }) => schemas.includes(use)).map(({ code }) => code)}
      `;
      return filesOf({ "zod/index.ts": file });
    },
  };
}

/**
 * The code of a schema. What Zod has no word for (`not`, `if`, `patternProperties`) allows any value, and so does a
 * pattern that could take JavaScript for ever.
 */
export function toZod(schema: Schema, model: Model): Code {
  if (schema.$ref !== undefined) {
    const { typeName } = model.schemas[refName(schema.$ref)] ?? {};
    return typeName === undefined ? ts`z.unknown()` : identifier(typeName);
  }
  if (isNever(schema)) return ts`z.never()`;
  if (schema.const !== undefined) return literalOf([schema.const]);
  if (schema.enum !== undefined) return literalOf(schema.enum);
  const { allOf = [], anyOf, oneOf, ...rest } = spellOut(schema, model.schemas);
  const alternatives = anyOf ?? oneOf;
  const parts = [
    ...(alternatives === undefined ? [] : [union(alternatives.map((part) => toZod(part, model)))]),
    ...allOf.map((part) => toZod(part, model)),
  ];
  const plain = byTypes(rest, model);
  const all = plain === undefined ? parts : [plain, ...parts];
  return all.length === 0 ? ts`z.unknown()` : all.reduce((left, right) => ts`z.intersection(${left}, ${right})`);
}

function byTypes(schema: Schema, model: Model): Code | undefined {
  const types = typesOf(schema);
  if (types.length === 0) return schema.properties === undefined ? undefined : union([toObject(schema, model)]);
  return union(types.map((type) => byType(type, schema, model)));
}

function byType(type: string, schema: Schema, model: Model): Code {
  switch (type) {
    case "string":
      return toText(schema, model);
    case "integer":
      // That of Zod refuses what a number cannot hold, and so may come.
      return toNumber(/^u?int64$/.test(schema.format ?? "") ? ts`z.number().multipleOf(1)` : ts`z.int()`, schema);
    case "number":
      return toNumber(ts`z.number()`, schema);
    case "boolean":
      return ts`z.boolean()`;
    case "null":
      return ts`z.null()`;
    case "array":
      if (schema.prefixItems !== undefined && (schema.minItems ?? 0) >= schema.prefixItems.length)
        return ts`${toTuple(schema, schema.prefixItems, model)}${unique(schema)}`;
      return ts`z.array(${schema.items === undefined || schema.prefixItems !== undefined ? ts`z.unknown()` : toZod(schema.items, model)})${limits(schema.minItems, schema.maxItems)}${unique(schema)}`;
    default:
      return toObject(schema, model);
  }
}

/** A tuple of which each place is taken. */
function toTuple({ items, maxItems }: Schema, prefix: readonly Schema[], model: Model): Code {
  const isClosed = maxItems === prefix.length || (items !== undefined && isNever(items));
  const places = join(
    prefix.map((one) => toZod(one, model)),
    ", ",
  );
  return ts`z.tuple([${places}]${isClosed ? ts`` : ts`, ${toZod(items ?? {}, model)}`})`;
}

/** Items of which no two are alike. */
function unique({ uniqueItems }: Schema): Code {
  return uniqueItems === true ? ts`.refine(${IS_UNIQUE})` : ts``;
}

const IS_UNIQUE = ts`isUnique`;
const DAY = ts`DAY`;
const TIME = ts`TIME`;
const LOCAL_TIME = ts`LOCAL_TIME`;

const DAY_PATTERN = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME_PATTERN = `${DAY_PATTERN}[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?`;
const OFFSET_PATTERN = "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

const regularExpression = (source: string): Code => ts`new RegExp(${str(`^${source}$`)})`;

/** Helpers that schemas use, each emitted if one does. */
const HELPERS: readonly { readonly use: string; readonly code: Code }[] = [
  {
    use: `.refine(${IS_UNIQUE})`,
    code: ts`
      /** Whether no two items are alike. */
      function ${IS_UNIQUE}(items: readonly unknown[]): boolean {
        return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
      }`,
  },
  {
    use: `.regex(${DAY})`,
    code: ts`
      /** A day, as RFC 3339 writes it. */
      const ${DAY} = /* @__PURE__ */ ${regularExpression(DAY_PATTERN)};`,
  },
  {
    use: `.regex(${TIME})`,
    code: ts`
      /** A day and a time with an offset, as RFC 3339 writes them. */
      const ${TIME} = /* @__PURE__ */ ${regularExpression(TIME_PATTERN + OFFSET_PATTERN)};`,
  },
  {
    use: `.regex(${LOCAL_TIME})`,
    code: ts`
      /** A day and a time, as services in Python write them: with or without an offset. */
      const ${LOCAL_TIME} = /* @__PURE__ */ ${regularExpression(`${TIME_PATTERN}${OFFSET_PATTERN}?`)};`,
  },
];

function toText(schema: Schema, { schemas }: Model): Code {
  const { minLength, maxLength, format = "", pattern, "x-svc-other": tags } = schema;
  if (format === "binary") return ts`z.unknown()`;
  // The tag of an unlisted variant of an open union: a value with a listed tag is one of the others.
  if (tags !== undefined) return ts`z.string().refine((tag) => !${literal([...tags])}.includes(tag))`;
  const expression = pattern === undefined || !isQuick(pattern) ? undefined : regExp(pattern);
  const flags = expression?.unicode ? ts`, "u"` : ts``;
  const matched = expression === undefined ? ts`` : ts`.regex(new RegExp(${str(expression.source)}${flags}))`;
  const time = dialectOf(schemas).refusesAsFastApi ? LOCAL_TIME : TIME;
  const form = { date: DAY, "date-time": time }[format];
  return ts`z.string()${limits(minLength, maxLength)}${matched}${form === undefined ? ts`` : ts`.regex(${form})`}`;
}

/** Repetitions from which on others in them can take for ever: JavaScript tries all ways to divide a text among them. */
const MANY = 10;

/** Whether a pattern repeats no group often that repeats something itself, or has alternatives. */
function isQuick(pattern: string): boolean {
  const isFree = (node: PatternNode): boolean => {
    if (node.kind === "repeat") return node.min !== node.max || isFree(node.node);
    return node.kind === "group" && (node.options.length > 1 || node.options.flat().some(isFree));
  };
  const isFine = (node: PatternNode): boolean => {
    if (node.kind === "repeat") return (node.max < MANY || !isFree(node.node)) && isFine(node.node);
    return node.kind === "group" || node.kind === "look" ? node.options.flat().every(isFine) : true;
  };
  return parsePattern(pattern)?.flat().every(isFine) === true;
}

function toNumber(code: Code, schema: Schema): Code {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const bound = (name: Code, value: number | undefined): Code =>
    value === undefined ? ts`` : ts`.${name}(${num(value)})`;
  const bounds = [bound(ts`gt`, exclusiveMinimum), bound(ts`lt`, exclusiveMaximum), bound(ts`multipleOf`, multipleOf)];
  return ts`${code}${limits(minimum, maximum)}${join(bounds, "")}`;
}

function limits(least: number | undefined, most: number | undefined): Code {
  return ts`${least === undefined ? ts`` : ts`.min(${num(least)})`}${most === undefined ? ts`` : ts`.max(${num(most)})`}`;
}

/** Other members than those that are named are kept, unless the schema refuses them. */
function toObject(
  { properties = {}, required = [], additionalProperties, patternProperties, propertyNames }: Schema,
  model: Model,
): Code {
  const more = additionalProperties as Schema | undefined;
  const isClosed = more !== undefined && isNever(more) && patternProperties === undefined;
  const names = Object.keys(properties);
  if (names.length === 0 && more !== undefined && !isClosed) {
    const name = propertyNames === undefined ? ts`z.string()` : toZod({ type: "string", ...propertyNames }, model);
    return ts`z.record(${name}, ${toZod(more, model)})`;
  }
  const missing = required.filter((name) => !names.includes(name));
  const members = [
    ...names.map((name) => {
      const value = toZod(properties[name] ?? {}, model);
      return ts`${key(name)}: ${required.includes(name) ? value : ts`${orInherited(name, value)}.optional()`},`;
    }),
    ...missing.map((name) => ts`${key(name)}: z.any().refine((value) => value !== undefined),`),
  ];
  const isTyped = more !== undefined && Object.keys(more).length > 0 && !isClosed && patternProperties === undefined;
  const create = isClosed ? ts`z.strictObject` : isTyped ? ts`z.object` : ts`z.looseObject`;
  const others = isTyped ? ts`.catchall(${toZod(more, model)})` : ts``;
  return members.length === 0
    ? ts`${create}({})${others}`
    : ts`
    ${create}({
      ${members}
    })${others}`;
}

/** Zod reads members that are not there: an object has `constructor` from its prototype. */
function orInherited(name: string, value: Code): Code {
  // It passes over `__proto__`.
  if (!(name in Object.prototype) || name === "__proto__") return value;
  return union([value, ts`z.custom((value) => value === Reflect.get(Object.prototype, ${str(name)}))`]);
}

function union(parts: readonly Code[]): Code {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : ts`z.union([${join(parts, ", ")}])`;
}

function literalOf(values: readonly Json[]): Code {
  const plain = values.filter((value) => typeof value !== "object" || value === null);
  if (plain.length < values.length || plain.length === 0) return values.length === 0 ? ts`z.never()` : ts`z.unknown()`;
  return ts`z.literal([${join(
    plain.map((value) => literal(value)),
    ", ",
  )}])`;
}
