import { childPointer } from "../load/pointer.ts";
import type { Body, Content, Header, Response } from "../model.ts";
import { deref, type Schemas } from "../schema.ts";
import { compareText } from "../words.ts";
import { buildContent } from "./content.ts";
import type { Context } from "./context.ts";
import { asString, entries, get, optional } from "./raw.ts";

/** Statuses that never have a body. RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const BODYLESS = new Set(["204", "205", "304"]);

/** The Responses Object: exact statuses in ascending order, then ranges, then `default`, as precedence has it. */
export function buildResponses(value: unknown, pointer: string, context: Context): Response[] {
  return entries(value)
    .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
    .map(([status, item]) => buildResponse(normalStatus(status), item, childPointer(pointer, status), context))
    .sort((a, b) => rank(a.status) - rank(b.status) || compareText(a.status, b.status));
}

function buildResponse(status: string, item: unknown, at: string, context: Context): Response {
  const { value, pointer } = context.resolve(item, at);
  return {
    status,
    ...optional("description", asString(get(value, "description")) ?? asString(get(value, "summary"))),
    content: BODYLESS.has(status) ? [] : buildContent(get(value, "content"), childPointer(pointer, "content"), context),
    headers: buildHeaders(get(value, "headers"), childPointer(pointer, "headers"), context),
    ...optional("links", linkedOperations(get(value, "links"), childPointer(pointer, "links"), context)),
    pointer,
  };
}

function linkedOperations(value: unknown, pointer: string, context: Context): string[] | undefined {
  const ids = entries(value).flatMap(([name, item]) => {
    const id = asString(get(context.resolve(item, childPointer(pointer, name)).value, "operationId"));
    return id === undefined ? [] : [id];
  });
  return ids.length === 0 ? undefined : ids;
}

function buildHeaders(value: unknown, pointer: string, context: Context): Header[] {
  return entries(value)
    .filter(([name]) => name.toLowerCase() !== "content-type")
    .map(([name, item]) => {
      const header = context.resolve(item, childPointer(pointer, name));
      const [content] = entries(get(header.value, "content"));
      return {
        name,
        required: get(header.value, "required") === true,
        ...optional("description", asString(get(header.value, "description"))),
        ...optional("pointer", header.pointer === childPointer(pointer, name) ? undefined : header.pointer),
        schema: context.schema(
          get(header.value, "schema") ?? get(content?.[1], "schema") ?? {},
          content === undefined
            ? childPointer(header.pointer, "schema")
            : childPointer(header.pointer, "content", content[0], "schema"),
        ),
      };
    });
}

/** Ranges are written `2XX`; documents have `2xx` as well. */
function normalStatus(status: string): string {
  return /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
}

function rank(status: string): number {
  if (status === "default") return 2;
  return status.endsWith("XX") ? 1 : 0;
}

/** `data: [DONE]`, in an example of a stream or in a text about it. */
const MARK = /data:\s*(\[[A-Z]{2,20}\])/;

interface Described {
  /** The Operation Object. */
  readonly operation: unknown;
  readonly body: Body | undefined;
  readonly schemas: Schemas;
}

/**
 * Responses whose event streams end with the mark that examples of the operation show, or the text of its field `stream`
 * names. `end` of `x-svc-stream` says otherwise.
 */
export function withStreamEnds(responses: readonly Response[], described: Described): readonly Response[] {
  const isOpen = ({ stream }: Content): boolean => stream?.framing === "events" && stream.end === undefined;
  if (!responses.some(({ content }) => content.some(isOpen))) return responses;
  const end = MARK.exec(`${JSON.stringify(described.operation)} ${textOfStream(described)}`)?.[1];
  if (end === undefined) return responses;
  const withEnd = (one: Content): Content =>
    one.stream !== undefined && isOpen(one) ? { ...one, stream: { ...one.stream, end } } : one;
  return responses.map((response) => ({ ...response, content: response.content.map(withEnd) }));
}

function textOfStream({ body, schemas }: Described): string {
  const texts = (body?.content ?? []).flatMap(({ schema = {} }) => {
    const { properties = {}, allOf = [] } = deref(schema, schemas);
    const all = [properties, ...allOf.map((part) => deref(part, schemas).properties ?? {})];
    return all.flatMap((one) => one["stream"]?.description ?? []);
  });
  return texts.join("\n");
}
