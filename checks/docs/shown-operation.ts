import { join } from "node:path";
import { loadSpec } from "@svc/codegen/workspace";
import { ROOT } from "../../scripts/toolkit/tools.ts";

/** An operation whose page is looked at, whatever the document is. */
export interface ShownOperation {
  readonly id: string;
  /** Heading of its page, and its name in the sidebar. */
  readonly title: string;
  /** A word of its page that people may search for. */
  readonly word: string;
}

/** The operation with most parameters. @throws Error where the document has none */
export async function shownOperation(): Promise<ShownOperation> {
  const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
  const [first] = [...model.operations].sort((a, b) => b.parameters.length - a.parameters.length);
  if (first === undefined) throw new Error("The document has no operations.");
  const { id, summary, name, parameters } = first;
  const words = parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  const word = words.find((text) => /[a-z][_A-Z]/.test(text)) ?? words[0] ?? id;
  return { id, title: summary ?? name.join("."), word };
}
