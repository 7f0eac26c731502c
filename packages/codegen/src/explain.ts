import type { Model } from "@svc/model";
import { escapeInvisible } from "@svc/model";
import { inferResources } from "@svc/resources";
import { explainHttp } from "./explain-http.ts";
import { proposeWaits } from "./propose-waits.ts";

/** Describes the resources of a document, as the fake infers them, with reasons, one line each. */
export function explainResources(model: Model): string {
  const resources = inferResources(model);
  const known = new Set(resources.flatMap(({ roles }) => Object.keys(roles)));
  const others = model.operations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const lines = [
    `${resources.length} resources, ${known.size} of ${model.operations.length} operations:`,
    ...resources.flatMap(({ name, reasons }) => [name.join("."), ...reasons.map((reason) => `  ${reason}`)]),
    ...(others.length === 0 ? [] : [`answered without state: ${others.join(", ")}`]),
    ...explainHttp(model),
  ];
  const waits = proposeWaits(model);
  const proposed =
    waits === undefined
      ? []
      : ["", "# An overlay to correct and paste: it may be waited for these.", ...waits.trimEnd().split("\n")];
  return [...lines, ...proposed].map(escapeInvisible).join("\n");
}
