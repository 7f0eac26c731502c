import {
  type Content,
  constantParameters,
  type Model,
  type Operation,
  preferredContent,
  type Schema,
  successResponses,
  type Webhook,
} from "@svc/model";
import { bodyType, resultType } from "../emit/operation-types.ts";
import { answerType, operationType, statusKey } from "../emit/schema-type.ts";
import type { Target } from "../emit/target.ts";
import { UNLISTED_DECLARATION } from "../emit/types/open-types.ts";
import { emitOpenApiTypes, emitTypeAliases } from "../emit/types/types.ts";
import { type Code, identifier, join, str, ts } from "../quote/index.ts";

const NO_TEXT: Code = ts``;
// Types import nothing: of a target they need the banner only.
const TARGET = { banner: NO_TEXT } as Target;

/**
 * Types of the platform that results and bodies mention (what they are is no difference between two documents), and
 * what programs rely on that use everything. `Read`: they read every property, so one that may be absent must still be
 * declared. `Written`: they pass every property that any variant takes, and the compiler refuses one that is not declared.
 */
export const PLATFORM: Code = ts`
  declare interface Blob { readonly blob: unique symbol }
  declare interface FormData { readonly formData: unique symbol }
  declare interface URLSearchParams { readonly searchParams: unique symbol }
  declare interface ReadableStream<T> { readonly stream: T }
  declare interface AsyncIterable<T> { readonly item: T }
  type Leaf = string | number | boolean | null | undefined | Blob | ReadableStream<unknown>;
  type Read<T> = T extends Leaf
    ? T
    : T extends readonly (infer U)[]
      ? Read<U>[]
      : T extends object
        ? { [K in keyof T]-?: [Read<T[K]>] }
        : T;
  type Objects<T> = Exclude<T, Leaf | readonly unknown[]>;
  type Items<T> = Extract<T, readonly unknown[]>[number];
  type KeyOf<T> = T extends unknown ? keyof T : never;
  type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
  type Keys<T> = [T] extends [never]
    ? unknown
    : unknown extends T
      ? any
      : string extends KeyOf<T>
        ? any
        : { [K in KeyOf<T>]-?: [Written<At<T, K>>] };
  type Written<T> = Keys<Objects<T>> & ([Items<T>] extends [never] ? unknown : { item: [Written<Items<T>>] });
`;

/** Data that a program passes to an operation or gets from it. */
export interface Part {
  readonly name: string;
  /** Direction of the data: the new type must take what the old one took, or the old one what the new one gives. */
  readonly direction: "request" | "response";
  readonly type: Code;
  /** The type without the properties that the client sends by itself, where there are any. */
  readonly passed?: Code;
}

/**
 * The emitted types of a document, as files in a folder.
 *
 * @param tags every tag of open unions in either document, for what a program gets; none for what it gives: nobody writes
 *   down a variant that is not listed
 */
export function typeFiles(model: Model, folder: string, tags?: readonly string[]): [string, string][] {
  const types = emitOpenApiTypes(model, TARGET);
  return [
    [
      `${folder}/openapi.ts`,
      tags === undefined ? types : types.replace(UNLISTED_DECLARATION, () => unlistedAmong(tags)),
    ],
    [`${folder}/index.ts`, emitTypeAliases(model, TARGET)],
  ];
}

/**
 * Stands for the tag of an unlisted variant: besides what nobody knows, every tag that either
 * document knows and the union does not list. So a new variant is one of the unlisted ones, and a listed one never is.
 */
function unlistedAmong(tags: readonly string[]): Code {
  const union = tags.length === 0 ? ts`never` : join(tags.map(str), " | ");
  return ts`export type Unlisted<Known extends string> = Exclude<${union}, Known> | (string & { readonly "not listed": true });`;
}

/** Every tag of the open unions of a model. */
export function tagsOf(model: Model): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { "x-svc-other": other } = value as Schema;
    for (const tag of other ?? []) found.add(tag);
    for (const child of Object.values(value)) visit(child);
  };
  visit([model.schemas, model.operations]);
  return [...found];
}

/** The parts of an operation, with types that are looked up in the emitted ones. */
export function partsOf(operation: Operation, model: Model): Part[] {
  const success = new Set(successResponses(operation));
  const errors = operation.responses.filter((response) => !success.has(response));
  const body = operation.body && bodyType(operation, model);
  return [
    parametersOf(operation),
    {
      name: "body",
      direction: "request",
      type: body === undefined ? ts`undefined` : operation.body?.required ? body : ts`${body} | undefined`,
    },
    { name: "result", direction: "response", type: resultType(operation, model) },
    ...errors.map(({ status, content }): Part => {
      const media = preferredContent(content);
      const place = { place: status, mediaType: media?.mediaType ?? "" };
      const type = media === undefined ? ts`undefined` : answerType(operationType(operation.id), place);
      return { name: `${status} error`, direction: "response", type };
    }),
  ];
}

function parametersOf(operation: Operation): Part {
  const type = ts`${operationType(operation.id)}["parameters"]`;
  const constants = Object.keys(constantParameters(operation)).map(str);
  const query = ts`Omit<NonNullable<${type}["query"]>, ${join(constants, " | ")}>`;
  const passed = constants.length > 0 && { passed: ts`Omit<${type}, "query"> & { query: ${query} }` };
  return { name: "parameters", direction: "request", type, ...passed };
}

/** Values that arrive with a webhook, and those that may be answered: the other way round. */
export function webhookParts({ name, method, body, responses }: Webhook): Part[] {
  const own = ts`t.webhooks[${str(name)}][${str(method)}]`;
  const contentType = (content: readonly Content[], holder: Code): Code => {
    const media = preferredContent(content);
    return media === undefined ? ts`undefined` : ts`NonNullable<${holder}>["content"][${str(media.mediaType)}]`;
  };
  return [
    ...(body === undefined
      ? []
      : [{ name: "body", direction: "response", type: contentType(body.content, ts`${own}["requestBody"]`) } as const]),
    ...responses.map(({ status, content }): Part => {
      const type = contentType(content, ts`${own}["responses"][${statusKey(status)}]`);
      return { name: `${status} answer`, direction: "request", type };
    }),
  ];
}

/** A file of type aliases, one per line, by the names given. */
export function surfaceFile(types: readonly (readonly [name: string, type: Code])[]): Code {
  const lines = types.map(([name, type]) => ts`export type ${identifier(name)} = ${type};`);
  return ts`
    import type * as t from "./index.ts";
    ${join(lines, "\n")}
  `;
}
