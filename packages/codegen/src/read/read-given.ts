import { UsageError } from "../usage-error.ts";
import { readText } from "./read-text.ts";

/** Whether a document is given by its address, not by the path of a file. */
export function isAddress(given: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(given);
}

/**
 * The text of a document that was given by a path or an address.
 *
 * @throws UsageError for an address where none may be fetched
 * @throws DocumentError where it cannot be read
 */
export async function readGiven(given: string, options: { readonly allowNetwork: boolean }): Promise<string> {
  if (!isAddress(given)) return readText(given);
  if (!options.allowNetwork) {
    throw new UsageError(
      `${given}: is an address, and nothing is fetched without --allow-network; give that, too, or the path of a file.`,
    );
  }
  const { fetchDocument } = await import("./fetch-document.ts");
  return fetchDocument(given);
}
