import { emitClientFunctions } from "../emit/client/client-functions.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";

/**
 * `client/functions`: each operation as a function, `getPet(createAcmeFunctions(), "7")`, beside the methods. A bundle has only
 * those that it imports. Needs the part `client`.
 */
export function functions(): Emitter {
  return {
    name: "functions",
    entries: ["client/functions"],
    emit: (model, { target, options }) =>
      filesOf({ "client/functions.ts": emitClientFunctions(model, target, options) }),
  };
}
