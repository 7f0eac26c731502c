import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** A document of somebody else's, with which generator, builders and fake are tested. */
export interface ForeignDocument {
  readonly name: string;
  /** Name with the extension of its syntax, for error messages. */
  readonly file: string;
  /** Reads it: up to 13 MB. */
  read(): string;
}

const FIXTURES = new URL("../../fixtures/documents/", import.meta.url);

/** The documents in `fixtures/documents`, of which its README tells the origin, from the largest number of operations down. */
export const FOREIGN_DOCUMENTS: readonly ForeignDocument[] = [
  document("github.json", "github.json.br"),
  document("clerk.yaml", "clerk.yaml.br"),
  document("parameters-style.json"),
  document("train-travel.json"),
  document("agents.json"),
  document("jobs.json"),
  // Recorded with the answers of its application, which are fixtures of the engine that has to agree with them.
  document("fastapi.json", "../../../fastapi-validation/fixtures/conformance/fastapi-openapi.json"),
];

/** The text of one of them. Throws where there is none of that name. */
export function readForeignDocument(name: string): string {
  const found = FOREIGN_DOCUMENTS.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`There is no fixture document "${name}".`);
  return found.read();
}

function document(file: string, path = file): ForeignDocument {
  const read = (): string => {
    const bytes = readFileSync(new URL(path, FIXTURES));
    return (path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("utf8");
  };
  return { name: file.replace(/\.\w+$/, ""), file, read };
}
