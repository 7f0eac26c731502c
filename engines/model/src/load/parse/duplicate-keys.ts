import { type Repair, replaceAt } from "../../repair/repair.ts";
import type { Finding } from "../finding.ts";
import { pointerTokens, valueAt } from "../pointer.ts";
import { positionAt } from "./position.ts";

/** A file with more of them was not written by mistake: it is refused. */
const MAX_DUPLICATES = 100;

/** A path or an operation: which of two is meant nobody can say, and to take one is to lose the other. */
const ROUTE =
  /^\/(?:paths|webhooks|x-webhooks|components\/pathItems)(?:\/[^/]*(?:\/(?:get|put|post|delete|options|head|patch|trace|query))?)?$/;

/**
 * Keys that come twice in an object, by pointer, with the offset of the last, as repairs: that one is taken, as `JSON.parse`
 * and most readers of YAML do. Paths and operations are refused. Those within one that is not taken are gone with it.
 *
 * @param root the document with the last of each
 */
export function duplicateReadings(
  duplicates: ReadonlyMap<string, number>,
  root: unknown,
  { text, file }: { readonly text: string; readonly file: string },
): { readonly findings: Finding[]; readonly readings: Repair[] } {
  const pointers = [...duplicates.keys()];
  const wrongOf = (pointer: string): string => {
    const { line, column } = positionAt(text, duplicates.get(pointer) ?? 0);
    return `comes twice in the same object (again in line ${line}, column ${column})`;
  };
  const advice = "remove or rename one";
  if (pointers.length > MAX_DUPLICATES || pointers.some((pointer) => ROUTE.test(pointer))) {
    const shown = pointers.slice(0, MAX_DUPLICATES);
    const findings = shown.map((pointer) => ({ file, pointer, message: `${wrongOf(pointer)}; ${advice}` }));
    return { findings, readings: [] };
  }
  const outer = pointers.filter((pointer) => !pointers.some((other) => pointer.startsWith(`${other}/`)));
  const readings = outer.map((pointer): Repair => {
    const edits = replaceAt(pointer, valueAt(root, pointerTokens(pointer) ?? []), root);
    return {
      file,
      pointer,
      wrong: wrongOf(pointer),
      advice,
      assumed: "the last one is taken, as other readers do",
      edits,
    };
  });
  return { findings: [], readings };
}
