import { words } from "@svc/model";
import { type SdkName, sdkName } from "../emit/sdk-name.ts";
import { prepareDocument } from "../read/prepare-document.ts";
import { readText } from "../read/read-text.ts";
import type { Ask } from "./ask.ts";

/** Words of titles that say nothing of what an API is called. */
const COMMON = new Set(["api", "apis", "rest", "http", "service", "openapi", "specification", "the", "v"]);

/** A name of a title: `Train Travel API` is `train-travel`. Empty where the title has no usable word. */
export function proposeName(title: string): string {
  const told = words(title.replaceAll(/[^ -~]/g, " ")).filter(
    (word) => !COMMON.has(word.toLowerCase()) && !/^v?\d/i.test(word),
  );
  return told.slice(0, 3).join("-").toLowerCase();
}

/**
 * Asks for the name of the SDK that is made of a document, with that of its title as the proposal.
 *
 * @throws DocumentError where the document cannot be read
 * @throws UsageError where the answer is no name
 */
export async function askName(spec: string, ask: Ask): Promise<SdkName> {
  const { info } = prepareDocument(readText(spec), spec).document as { readonly info?: { readonly title?: unknown } };
  return sdkName(await ask("Name of the SDK", proposeName(String(info?.title ?? "")) || "svc"));
}
