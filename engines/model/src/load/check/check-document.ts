import type { Finding } from "../finding.ts";
import { inspectDocument, strictFindings } from "./inspect-document.ts";

/**
 * Everything in a document that cannot be generated from as it is, at once, also what `repairDocument` would take away;
 * empty where all is well. Never reads, fetches
 * or runs anything. Time and memory grow linearly with the document.
 *
 * @param document as {@link parseDocument} gives it, or any other plain data.
 * @param file name of the file, for messages. @default "document"
 */
export function checkDocument(document: unknown, file = "document"): Finding[] {
  return strictFindings(inspectDocument(document, file));
}

/** A place that is read in the only sensible way, or left out of the output, of which the author should know. */
export function warnAboutDocument(document: unknown, file = "document"): Finding[] {
  return [...inspectDocument(document, file).warnings];
}
