import { type Model, toSharedJson, withoutProse } from "@svc/model";
import { type Code, jsonText, str, ts, typedLiteral } from "../../quote/index.ts";
import type { Target } from "../target.ts";

/** Longest data that people may want to read, as JSON. */
export const READABLE_LENGTH = 200_000;

/** The routes and schemas that the fake answers by: the model as data, without the texts that only people read. */
export function emitFakeModel(model: Model, target: Target): Code {
  const plain = ofTheFake(withoutProse(model));
  const shared = toSharedJson(plain);
  // What is long when parts are written once is longer still when they are not.
  const isLarge = shared.text.length > READABLE_LENGTH || JSON.stringify(plain).length > READABLE_LENGTH;
  // Text: runtimes and compilers read megabytes of that in a tenth of the time of a literal.
  const large = ts`/* @__PURE__ */ readSharedJson({ mark: ${str(shared.mark)}, text: ${jsonText(shared.text)} })`;
  return ts`
    ${target.banner}
    import ${isLarge ? ts`{ type Model, readSharedJson }` : ts`type { Model }`} from ${str(target.runtimes.model)};

    /** The document as the fake and the builders read it. */
    export const model: Model = ${isLarge ? large : dataCode(plain)};
  `;
}

/** Without what only clients and the comparison of documents read: links, and the places of shared headers. */
function ofTheFake(model: Model): Model {
  return {
    ...model,
    operations: model.operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map(({ links: _links, ...response }) => ({
        ...response,
        headers: response.headers.map(({ pointer: _, ...header }) => header),
      })),
    })),
  };
}

/**
 * A literal, or JSON where it is longer than `most`, or names are those of `Object.prototype`: a literal would need types
 * that do not fit all of a model.
 */
export function dataCode(data: unknown, most: number = Number.POSITIVE_INFINITY): Code {
  const text = JSON.stringify(data);
  const code = text.length > most ? undefined : typedLiteral(data);
  return code === undefined || code.includes(" as const") ? ts`/* @__PURE__ */ JSON.parse(${jsonText(text)})` : code;
}
