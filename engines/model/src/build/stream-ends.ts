import type { Body, Content, Response } from "../model.ts";
import { deref, type Schemas } from "../schema.ts";

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
