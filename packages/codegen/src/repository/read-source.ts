import { dirname, resolve } from "node:path";
import { DocumentError, formatRepairs, type Round, repairDocument, toOverlay } from "@svc/model";
import { stringify } from "yaml";
import { loadConverter, mayBeSwagger } from "../read/convert-swagger.ts";
import { prepareDocument, writeOverlay } from "../read/prepare-document.ts";
import { createFileReader, isAddress, readGiven } from "../read/read-files.ts";

/** A document as it becomes `spec/openapi.yaml`. */
export interface Source {
  /** Path or address that it was read from. */
  readonly file: string;
  /** YAML: as its authors wrote it, where one file of OpenAPI 3 in YAML was given. */
  readonly text: string;
  readonly document: unknown;
}

/**
 * Reads a document for a repository: what refers to other files becomes one, Swagger 2.0 becomes OpenAPI 3.
 *
 * @throws DocumentError where it cannot be read
 * @throws UsageError for an address where none may be fetched
 */
export async function readSource(file: string, options = { allowNetwork: false }): Promise<Source> {
  const text = await readGiven(file, options);
  const plain = prepareDocument(text, file);
  const convert = mayBeSwagger(text) ? await loadConverter() : undefined;
  const { document, readings } = prepareDocument(text, file, {
    convert,
    readFile: isAddress(file) ? undefined : createFileReader(dirname(resolve(file))),
  });
  const isAsWritten =
    readings.length === 0 && !/^\s*\{/.test(text) && JSON.stringify(plain.document) === JSON.stringify(document);
  return { file, document, text: isAsWritten ? text : toYaml(document, file) };
}

function toYaml(document: unknown, file: string): string {
  try {
    return stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "is nested too deep to be written as YAML; give it less levels";
    throw new DocumentError([{ file, pointer: "", message }], { cause: error });
  }
}

/** Repairs of a document, one line each, and their overlay; undefined where it needs none. */
export interface Repairs {
  readonly lines: readonly string[];
  readonly overlay: string | undefined;
}

/** Finds what has to be repaired. @throws DocumentError where it cannot be */
export function repairsOf(document: unknown, file: string): Repairs {
  const { repairs, rounds } = repairDocument(document, { file });
  return { lines: formatRepairs(repairs), overlay: overlayOf(rounds) };
}

/** The overlay of repairs, as text; undefined where there are none. */
export function overlayOf(rounds: readonly Round[]): string | undefined {
  return rounds.length === 0 ? undefined : writeOverlay(toOverlay(rounds, "spec/openapi.yaml"));
}
