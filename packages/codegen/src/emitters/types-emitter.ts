import { emitOpenApiTypes, emitTypeAliases } from "../emit/types/types.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";

/** `types/`: the types of the document, and friendly names for its schemas. */
export const typesEmitter: Emitter = {
  name: "types",
  entries: ["types/index"],
  emit: (_, { typed, target, options }) => {
    const shown = target.decoding?.model ?? typed;
    return filesOf({
      "types/index.ts": emitTypeAliases(shown, target, options.enums),
      "types/openapi.ts": emitOpenApiTypes(shown, target),
      ...(target.decoding && {
        "types/wire/index.ts": emitTypeAliases(typed, target),
        "types/wire/openapi.ts": emitOpenApiTypes(typed, target),
      }),
    });
  },
};
