import { childrenOf, createReader } from "@svc/diff";
import { childPointer, type Response, routeText, type Schema } from "@svc/model";
import type { OperationPairs, Silence, Version } from "./silent-part.ts";

/** A word for a unit, as descriptions have them. */
const UNIT = new RegExp(
  String.raw`\b(?:${[
    "(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|utc|unix|epoch",
    "(?:kilo|mega|giga)?(?:bytes?|bits?)|(?:[kmgt]i?)?bytes?|[kmg]i?b|pixels?|px|(?:mega)?hertz",
    "percent(?:age)?|cents?|dollars?|euros?|degrees?|celsius|fahrenheit",
    "(?:kilo|centi|milli)?met(?:er|re)s?|miles?|(?:kilo|milli)?grams?|kg|(?:milli)?lit(?:er|re)s?",
  ].join("|")})\b|%`,
  "i",
);

/** Units of parameters, headers and properties: they stand in descriptions, and nothing else tells them. */
export function silentUnits(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const found: Silence[] = [];
  const read = createReader(now.document);
  const compare = (before: Described, after: Described, { what, pointer }: Where): void => {
    const { description = "" } = before;
    const isSilent = UNIT.test(description) && (after.description ?? "") === "";
    if (isSilent && read(pointer) !== undefined)
      found.push({ what: `the unit of ${what} ("${description.slice(0, 60)}")`, pointer, update: { description } });
  };
  const walk = (before: Schema, after: Schema, where: Where): void => {
    // A description beside a reference means something since OpenAPI 3.1 only: there it is left to a reader.
    if (before.$ref !== undefined || after.$ref !== undefined) return;
    compare(before, after, where);
    const children = new Map(childrenOf(after, "").map(([child, place]) => [place, child]));
    for (const [child, place] of childrenOf(before, "")) {
      const other = children.get(place);
      const name = /^\/properties\/([^/]+)$/.exec(place)?.[1];
      const what = name === undefined ? where.what : `${where.what}.${name}`;
      if (other !== undefined) walk(child, other, { what, pointer: `${where.pointer}${place}` });
    }
  };
  const walkContents = (before: Holder | undefined, after: Holder | undefined, what: string): void => {
    for (const { mediaType, schema } of after?.content ?? []) {
      const was = before?.content.find((content) => content.mediaType === mediaType)?.schema;
      const pointer = childPointer(after?.pointer ?? "", "content", mediaType, "schema");
      if (was !== undefined && schema !== undefined) walk(was, schema, { what, pointer });
    }
  };
  for (const [name, { schema, typeName }] of Object.entries(old.model.schemas)) {
    const after = Object.hasOwn(now.model.schemas, name) ? now.model.schemas[name] : undefined;
    if (after !== undefined) walk(schema, after.schema, { what: typeName, pointer: after.pointer });
  }
  for (const [one, other] of pairs) {
    const route = routeText(other);
    for (const after of other.parameters) {
      const before = one.parameters.find(({ name, in: place }) => name === after.name && place === after.in);
      const where = { what: `the parameter ${after.name} of ${route}`, pointer: after.pointer };
      if (before !== undefined) compare(before, after, where);
    }
    walkContents(one.body, other.body, `the body of ${route}`);
    for (const after of other.responses) {
      const before = one.responses.find(({ status }) => status === after.status);
      walkContents(before, after, `the answer ${after.status} of ${route}`);
      for (const { name, pointer = childPointer(after.pointer, "headers", name), ...header } of after.headers) {
        const was = before?.headers.find((known) => known.name.toLowerCase() === name.toLowerCase());
        if (was !== undefined)
          compare(was, header, { what: `the header ${name} of ${after.status} of ${route}`, pointer });
      }
    }
  }
  return found;
}

/** A place in the new document. */
type Where = Pick<Silence, "what" | "pointer">;

type Holder = Pick<Response, "content" | "pointer">;

interface Described {
  readonly description?: string;
}
