import type { Json } from "@svc/model";
import type { Engine, ResourceCall } from "./context.ts";
import { canonical, type Fields } from "./fields.ts";
import type { Resource } from "./resource.ts";
import { propertiesOf } from "./schema-facts.ts";

const NAMES = ["filename", "originalfilename", "originalname", "name", "title", "displayname"];
const SIZES = ["bytes", "size", "filesize", "sizebytes", "sizeinbytes", "bytesize", "contentlength", "length"];
const TYPES = ["mimetype", "contenttype", "mediatype", "filetype"];

/** Fields of an item that tell of the one file that a request brings: its name, size and media type. */
export function fileFields({ files = {} }: ResourceCall, { schema }: Resource, { tools }: Engine): Fields {
  const [file, ...others] = Object.values(files);
  if (file === undefined || others.length > 0) return {};
  const properties = [...propertiesOf(schema, tools.model.schemas).values()];
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
