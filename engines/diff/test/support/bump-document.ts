import { createModel, type Model, ledgerOf as modelLedger, type NameLedger } from "@svc/model";
import type { Difference } from "../../src/change.ts";
import { diffDocuments } from "../../src/diff-documents.ts";
import { copyOf, type Edited, petDocument } from "./pet-document.ts";

/** The ledger of a model as it comes back from its file. */
export function ledgerOf(model: Model): NameLedger {
  return JSON.parse(JSON.stringify(modelLedger(model))) as NameLedger;
}

export const RELEASED: Model = createModel(petDocument());

/** Result of a bump to an edited document. */
export interface Bumped extends Difference {
  readonly model: Model;
  readonly ledger: NameLedger;
  readonly document: Edited;
}

/** Edits a document and bumps to it: from the small one and its ledger, where no other is given. */
export function bump(
  edit: (document: Edited) => void,
  names: NameLedger = ledgerOf(RELEASED),
  old: Edited = petDocument(),
): Bumped {
  const now = copyOf(old);
  edit(now);
  const { new: model, ...difference } = diffDocuments(
    { document: old, file: "old" },
    { document: now, file: "new" },
    { names },
  );
  return { ...difference, model, ledger: ledgerOf(model), document: now };
}

/** The rule of each change, with its level. */
export function levels({ changes }: Bumped): string[] {
  return changes.map(({ rule, level }) => `${rule} ${level}`);
}

/** An edit that gives a schema another name, wherever it is used. */
export function renameSchema(from: string, to: string): (document: Edited) => void {
  return (d) => {
    const text = JSON.stringify(d).replaceAll(`#/components/schemas/${from}"`, `#/components/schemas/${to}"`);
    Object.assign(d, JSON.parse(text));
    d.components.schemas[to] = d.components.schemas[from];
    delete d.components.schemas[from];
  };
}

/** An edit that adds an operation, with parameters as the path has them. */
export function addOperation(path: string, method = "get", more: object = {}): (document: Edited) => void {
  return (d) => {
    const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const responses = { 200: { description: "It", content: { "application/json": { schema: { type: "object" } } } } };
    d.paths[path] = { ...d.paths[path], [method]: { parameters, responses, ...more } };
  };
}
