import {
  bodyKind,
  type Content,
  type Model,
  type Operation,
  type Parameter,
  type Response,
  type Webhook,
} from "@svc/model";
import { comment } from "../../quote/index.ts";
import { withFiles } from "./form-files.ts";
import { inlineKey, operationNames } from "./inline-types.ts";
import { memberDoc } from "./member-doc.ts";
import { type Printing, printSchema } from "./print-schema.ts";
import { indented, indexOf, memberOf, NEVER, objectOf, type PrintedType, plain, UNKNOWN } from "./printed-type.ts";
import { toTypeSchema } from "./type-schema.ts";

/** What the declarations of a document are made of. */
export interface Context extends Printing {
  readonly model: Model;
  /** Types of their own, in the order in which they are met. */
  readonly aliases: string[];
}

/** The members of an operation or webhook: `parameters`, `requestBody` and `responses`. */
export function operationMembers(called: Operation | Webhook, context: Context, depth: number): string[] {
  const { parameters, body, responses } = called;
  const id = "id" in called ? called.id : undefined;
  const contentAt = (place: string, content: readonly Content[], at: number): PrintedType =>
    contentType(content, { id, place }, { context, depth: at });
  const requestBody =
    body &&
    objectOf([memberOf({ name: "content", type: contentAt("body", body.content, depth + 1) }, depth + 1)], depth);
  const byStatus = Object.fromEntries(responses.map((response) => [response.status, response]));
  const answers = Object.entries(byStatus).map(([status, response]) => {
    const { content, description } = response;
    const type = content.length === 0 ? NEVER : contentAt(status, content, depth + 2);
    const members = [
      memberOf({ name: "headers", type: headersType(response, context, depth + 2) }, depth + 2),
      memberOf({ name: "content", type, isOptional: content.length === 0 }, depth + 2),
    ];
    return memberOf({ name: status, type: objectOf(members, depth + 1), doc: memberDoc({ description }) }, depth + 1);
  });
  return [
    parametersMember(parameters, context, depth),
    memberOf({ name: "requestBody", type: requestBody ?? NEVER, isOptional: body?.required !== true }, depth),
    memberOf({ name: "responses", type: answers.length === 0 ? NEVER : objectOf(answers, depth) }, depth),
  ];
}

/** `parameters`, by their place in a request. */
export function parametersMember(
  parameters: readonly Parameter[],
  { model, ...context }: Context,
  depth: number,
): string {
  const places = (["query", "header", "path", "cookie"] as const).map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const members = own.map(({ name, required, schema, description, deprecated }) =>
      memberOf(
        {
          name,
          type: printSchema(toTypeSchema(schema, model.schemas), context, depth + 2),
          isOptional: place !== "path" && !required,
          doc: memberDoc({ description, deprecated }),
        },
        depth + 2,
      ),
    );
    const isOptional = place === "path" ? own.length === 0 : own.every(({ required }) => !required);
    return memberOf(
      { name: place, type: own.length === 0 ? NEVER : objectOf(members, depth + 1), isOptional },
      depth + 1,
    );
  });
  return memberOf({ name: "parameters", type: objectOf(places, depth) }, depth);
}

function headersType({ headers }: Response, { model, ...context }: Context, depth: number): PrintedType {
  const byName = Object.fromEntries(headers.map((header) => [header.name, header]));
  const members = Object.entries(byName).map(([name, { required, schema, description }]) =>
    memberOf(
      {
        name,
        type: printSchema(toTypeSchema(schema, model.schemas), context, depth + 1),
        isOptional: !required,
        doc: memberDoc({ description }),
      },
      depth + 1,
    ),
  );
  return objectOf([...members, indexOf("name", UNKNOWN, depth + 1)], depth);
}

/** Bodies by media type. What an operation writes out is an alias. */
function contentType(
  content: readonly Content[],
  { id, place }: { readonly id: string | undefined; readonly place: string },
  { context, depth }: { readonly context: Context; readonly depth: number },
): PrintedType {
  const { inline } = operationNames(context.model);
  const byType = Object.fromEntries(content.map((one) => [one.mediaType, one]));
  const members = Object.entries(byType).map(
    ([mediaType, { schema: whole = {}, stream: { item } = { item: whole } }]) => {
      const alias = id === undefined ? undefined : inline.get(inlineKey({ id, place, mediaType }));
      const schema = toTypeSchema(bodyKind(mediaType) === "multipart" ? withFiles(item) : item, context.model.schemas);
      const type = printSchema(schema, context, alias === undefined ? depth + 1 : 0);
      return memberOf(
        { name: mediaType, type: alias === undefined ? type : declare(alias.name, { ...alias, type }, context) },
        depth + 1,
      );
    },
  );
  return objectOf(members, depth);
}

/** Declares a type of its own. Returns its name, as a type. */
export function declare(
  name: string,
  { description, type }: { readonly description: string; readonly type: PrintedType },
  { aliases }: Context,
): PrintedType {
  aliases.push(`${indented(comment(description) || "/**/", 0)}export type ${name} = ${type.text};\n`);
  return plain(name);
}
