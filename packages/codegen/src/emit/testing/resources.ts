import type { Model } from "@svc/model";
import { inferTable } from "@svc/resources/infer";
import { type Code, comment, str, ts } from "../../quote/index.ts";
import type { Target } from "../target.ts";
import { dataCode } from "./fake-model.ts";

const TEXT =
  "What the fake stores, as it was inferred from the document, with reasons. `x-svc-resource` in an overlay corrects a row; `svc-codegen --resources` prints such an overlay.";

/** `testing/resources.ts`: what the fake stores, as data that people read. */
export function emitResources(model: Model, target: Target): Code {
  return ts`
    ${target.banner}
    import type { ResourceTable } from ${str(target.runtimes.testing)};

    ${comment(TEXT)}
    export const resources: ResourceTable = ${dataCode(inferTable(model, target.pagination))};
  `;
}
