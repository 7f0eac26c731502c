import { type Model, withoutProse } from "@svc/model";
import { type Code, literal, str, ts } from "../quote/index.ts";
import type { Target } from "./target.ts";

/** The routes and schemas that the fake answers by: the model as data, without the texts that only people read. */
export function emitFakeModel(model: Model, target: Target): Code {
  return ts`
    ${target.banner}
    import type { Model } from ${str(target.modelTypes)};

    /** The document as the fake and the builders read it. */
    export const model: Model = ${literal(withoutProse(model))};
  `;
}
