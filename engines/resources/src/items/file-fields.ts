import type { Json } from "@svc/model/data";
import { itemSchemaOf, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import type { Engine, ResourceCall, SentFile } from "./context.ts";

const NAMES = ["filename", "originalfilename", "originalname", "name", "title", "displayname"];
const SIZES = ["bytes", "size", "filesize", "sizebytes", "sizeinbytes", "bytesize", "contentlength", "length"];
const TYPES = ["mimetype", "contenttype", "mediatype", "filetype"];

/** Fields of an item that tell of the one file that a request brings: its name, size and media type. */
export function fileFields({ files = {} }: ResourceCall, { schema }: Resource, { tools }: Engine): Fields {
  const [file, ...others] = Object.values(files);
  if (file === undefined || others.length > 0) return {};
  return factsOf(file, [...propertiesOf(schema, tools.model.schemas).values()], tools);
}

const LISTS = /^(?:attachments?|files?|media|documents?|images?|uploads?)$/i;

/** Lists of an item that tell of the files that a request brings, `files[0]` and others, beside what it says of each. */
export function attachedFields(
  { files = {} }: ResourceCall,
  { schema }: Resource,
  given: Fields,
  { tools }: Engine,
): Fields {
  const { schemas } = tools.model;
  const sent = Object.entries(files).filter(([field]) => LISTS.test(field.replace(/\[\d*\]$/, "")));
  const list = [...propertiesOf(schema, schemas).values()].find(
    (one) => LISTS.test(one.name) && itemSchemaOf(one.schema, schemas) !== undefined,
  );
  if (sent.length === 0 || list === undefined) return {};
  const inner = [...propertiesOf(itemSchemaOf(list.schema, schemas) ?? {}, schemas).values()];
  const said = given[list.name];
  const told = sent.map(([, file], index) => {
    const { id, ...own } = Array.isArray(said) && isFields(said[index]) ? said[index] : {};
    // By its number a request says which file it means; it is no id.
    const known = id === undefined || String(id) === String(index) ? own : { ...own, id };
    return { ...factsOf(file, inner, tools), ...known };
  });
  return told.every((one) => Object.keys(one).length > 0) ? { [list.name]: told as Json } : {};
}

function factsOf(file: SentFile, properties: readonly Property[], tools: Engine["tools"]): Fields {
  const facts: readonly (readonly [readonly string[], Json | undefined])[] = [
    [NAMES, file.name],
    [SIZES, file.size],
    [TYPES, file.mediaType || undefined],
  ];
  return Object.fromEntries(
    facts.flatMap(([names, value]): [string, Json][] => {
      const found = names.flatMap((name) => properties.find((one) => canonical(one.name) === name) ?? []);
      const fitting = found.find((one) => value !== undefined && tools.validate(one.schema, value).length === 0);
      return fitting === undefined || value === undefined ? [] : [[fitting.name, value]];
    }),
  );
}
