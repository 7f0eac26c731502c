import {
  bodyKind,
  type Content,
  childPointer,
  type ItemStream,
  isFileSchema,
  own,
  type PartEncoding,
  preferredContent,
  type Schema,
} from "@svc/model";
import type { Report } from "../../collect.ts";
import { pairUp } from "../../pair-up.ts";
import { canonicalText } from "../../schema/canonical-text.ts";
import type { Property, Side } from "../../schema/side.ts";
import { cut } from "../../schema/type-text.ts";
import { type Comparison, report, type Site } from "../comparison.ts";

export interface Holder {
  readonly content: readonly Content[];
  readonly pointer: string;
}

/** The contents of a body by media type. */
export function compareContents(old: Holder, now: Holder, site: Site, comparison: Comparison): void {
  const { pairs, removed, added } = pairUp(old.content, now.content, essence);
  const at = (holder: Holder, { mediaType }: Content) => childPointer(holder.pointer, "content", mediaType);
  const place = `\`${site.place}\``;
  const [left, come] = [removed[0], added[0]];
  if (left !== undefined && come !== undefined && removed.length === 1 && added.length === 1) {
    const facts = { Place: place, old: cut(left.mediaType), new: cut(come.mediaType) };
    report(site, "media-type-changed", { old: at(old, left), new: at(now, come), facts });
    comparison.enter(schemaOf(left), schemaOf(come), site);
  } else {
    for (const content of removed)
      report(site, "media-type-removed", {
        old: at(old, content),
        facts: { Place: place, old: cut(content.mediaType) },
      });
    for (const content of added)
      report(site, "media-type-added", { new: at(now, content), facts: { Place: place, new: cut(content.mediaType) } });
  }
  for (const [known, content] of pairs)
    compareContent(known, content, { old: at(old, known), new: at(now, content), site }, comparison);
  const [from, to] = [preferredContent(old.content), preferredContent(now.content)];
  if (from === undefined || to === undefined || essence(from) === essence(to)) return;
  if (removed.some((content) => essence(content) === essence(from))) return;
  const facts = { Place: place, old: cut(from.mediaType), new: cut(to.mediaType) };
  report(site, "media-type-preferred-changed", { old: at(old, from), new: at(now, to), facts });
}

/** The media type without parameters. */
function essence({ mediaType }: Content): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

function compareContent(
  old: Content,
  now: Content,
  { site, ...at }: { readonly old: string; readonly new: string; readonly site: Site },
  comparison: Comparison,
): void {
  if (old.mediaType !== now.mediaType)
    report(site, "media-type-parameters-changed", {
      ...at,
      facts: { old: cut(old.mediaType), new: cut(now.mediaType) },
    });
  if (canonicalText(old.example) !== canonicalText(now.example))
    report(site, "description-changed", {
      ...at,
      key: "example",
      facts: { what: "example", place: `\`${site.place}\`` },
    });
  if (old.stream !== undefined && now.stream !== undefined) compareMarks(old.stream, now.stream, at, site);
  if (site.direction === "request") compareParts(old, now, { ...at, site }, comparison);
  // Bytes are bytes, whatever a document has for their schema.
  if (bodyKind(old.mediaType) === "binary" && [old, now].every(isBytes)) return;
  comparison.enter(schemaOf(old), schemaOf(now), site);
}

/** The parts of a form that both documents have: how each is written, and which media types a file may have. */
function compareParts(
  old: Content,
  now: Content,
  { site, ...at }: { readonly old: string; readonly new: string; readonly site: Site },
  comparison: Comparison,
): void {
  const parts = ({ schema = ANYTHING }: Content, side: Side) =>
    side.conjunctionOf(schema).alternatives[0]?.facts.properties ?? new Map<string, Property>();
  const before = parts(old, comparison.old);
  for (const [part, { schema }] of parts(now, comparison.new)) {
    const [from, to] = [own(old.encoding, part), own(now.encoding, part)];
    if (!before.has(part) || canonicalText(from) === canonicalText(to)) continue;
    const isFile = comparison.new.leavesOf(schema).some(isFileSchema);
    const sender = isFile ? "" : " The SDK's new version does so.";
    report(site, "part-encoding-changed", {
      ...at,
      key: part,
      facts: { part: cut(part), old: encodingText(from), new: encodingText(to), sender },
      ...(isFile && fileVerdict(from, to)),
    });
  }
}

/** Files of media types that are no longer taken are refused. */
function fileVerdict(from: PartEncoding | undefined, to: PartEncoding | undefined): Pick<Report, "level" | "labels"> {
  const types = ({ contentType }: PartEncoding = {}) =>
    contentType === undefined ? ["*/*"] : contentType.split(",").map((one) => one.trim().toLowerCase());
  const takes = (range: string, type: string) =>
    range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
  const isTaken = (type: string) => types(to).some((range) => takes(range, type));
  return types(from).every(isTaken) ? { level: "minor", labels: [] } : { level: "major", labels: ["runtime"] };
}

function encodingText(encoding: PartEncoding | undefined): string {
  if (encoding === undefined) return "none";
  const { contentType, style, explode } = encoding;
  const styled = style === undefined ? [] : [`${style}${explode === true ? ", exploded" : ""}`];
  return cut([...(contentType === undefined ? [] : [contentType]), ...styled].join(", ") || "none");
}

/** The end of a stream, and the event that is an error. */
function compareMarks(
  old: ItemStream,
  now: ItemStream,
  at: { readonly old: string; readonly new: string },
  site: Site,
): void {
  for (const mark of ["end", "error"] as const) {
    if (old[mark] === now[mark]) continue;
    const text = (value: string | undefined): string => (value === undefined ? "nothing" : cut(JSON.stringify(value)));
    const facts = { Place: `\`${site.place}\``, mark, old: text(old[mark]), new: text(now[mark]) };
    report(site, "stream-mark-changed", { ...at, key: mark, facts });
  }
}

function isBytes({ schema = ANYTHING }: Content): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (Object.keys(schema).length === 0 || format === "binary") return true;
  return type === "string" && contentMediaType !== undefined && contentEncoding === undefined;
}

const ANYTHING: Schema = {};

/** Of a stream the schema of an item; a content without a schema may be anything. */
export function schemaOf({ schema, stream }: Content): Schema {
  return stream?.item ?? schema ?? ANYTHING;
}
