import { emitOperationList, emitOperationsPage } from "../emit/operations-page.ts";
import { emitUnknowns } from "../emit/spec.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";

/** Facts that the document does not say: every `x-svc-unknown`. */
export const unknownsEmitter: Emitter = {
  name: "unknowns",
  emit: (model, { target }) => filesOf({ "UNKNOWNS.md": emitUnknowns(model, target.markdownBanner) }),
};

/** Pages and lists of what there is to call. */
export const docsEmitter: Emitter = {
  name: "docs",
  emit: (model, context) =>
    filesOf({
      "operations.json": emitOperationList(model),
      "operations.md": emitOperationsPage(model, context.target),
      ...Object.fromEntries(model.unknowns.length > 0 ? unknownsEmitter.emit(model, context) : []),
    }),
};
