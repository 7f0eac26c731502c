import { type Model, withoutProse } from "@svc/model";
import { type Code, literal, str, ts } from "../quote/index.ts";
import type { Target } from "./target.ts";

/** Longest text of a model that people may want to read. */
const READABLE_LENGTH = 200_000;

/** The routes and schemas that the fake answers by: the model as data, without the texts that only people read. */
export function emitFakeModel(model: Model, target: Target): Code {
  return ts`
    ${target.banner}
    import type { Model } from ${str(target.modelTypes)};

    /** The document as the fake and the builders read it. */
    export const model: Model = ${modelValue(ofTheFake(withoutProse(model)))};
  `;
}

/** Without what only the comparison of documents reads: callbacks, and the places of shared headers. */
function ofTheFake({ callbacks: _, ...model }: Model): Model {
  return {
    ...model,
    operations: model.operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map((response) => ({
        ...response,
        headers: response.headers.map(({ pointer: __, ...header }) => header),
      })),
    })),
  };
}

/**
 * A literal, or for large models one string of JSON: runtimes and compilers read megabytes of that in a tenth of the time.
 * Also where names are those of `Object.prototype`: a literal would need types there that do not fit all of a model.
 */
function modelValue(model: Model): Code {
  const text = JSON.stringify(model);
  const code = text.length > READABLE_LENGTH ? undefined : literal(model);
  return code === undefined || code.includes(" as const") ? ts`/* @__PURE__ */ JSON.parse(${str(text)})` : code;
}
