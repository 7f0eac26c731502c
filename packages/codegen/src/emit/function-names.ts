import { camelCase, type Operation, suffix } from "@svc/model";
import { isIdentifier } from "../quote/index.ts";
import { RUNTIME_NAMES } from "./runtime-names.ts";

/** A name for each operation: its operation id in camel case. */
export function functionNames(operations: readonly Operation[]): string[] {
  const taken = new Set(RUNTIME_NAMES);
  return operations.map(({ id, name }) => {
    const spelled = camelCase(id);
    const wanted = isIdentifier(spelled) ? spelled : camelCase(name.join(" "));
    const free =
      isIdentifier(wanted) && !taken.has(wanted) ? wanted : `${isIdentifier(wanted) ? wanted : "call"}_${suffix(id)}`;
    taken.add(free);
    return free;
  });
}
