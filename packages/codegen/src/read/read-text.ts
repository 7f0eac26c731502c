import { readFileSync, statSync } from "node:fs";
import { DocumentError } from "@svc/model";

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  ENXIO: "it is a device",
};

/** The text of a document's file. @throws DocumentError saying why it cannot be read */
export function readText(file: string): string {
  try {
    // `/dev/zero` has no end.
    if (statSync(file).isCharacterDevice()) throw Object.assign(new Error(file), { code: "ENXIO" });
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const message = `${REASONS[code] ?? `it cannot be read (${code})`}; give the path of an OpenAPI document in JSON or YAML`;
    throw new DocumentError([{ file, pointer: "", message }], { cause: error });
  }
}
