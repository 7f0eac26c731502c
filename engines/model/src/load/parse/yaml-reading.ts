import { get } from "../../build/raw.ts";
import { type Repair, replaceAt } from "../../repair/repair.ts";
import { show } from "../finding.ts";

/** A value that was read although YAML 1.2 does not allow it. */
export interface Reading {
  readonly pointer: string;
  readonly wrong: string;
  readonly value: unknown;
}

/** The repair that states a value as it was read: it changes nothing, and an overlay with it settles the question. */
export function toRepair({ pointer, wrong, value }: Reading, root: unknown, file: string): Repair {
  if (pointer !== "") {
    const edits = replaceAt(pointer, value, root);
    return { file, pointer, wrong, advice: `write ${show(value)}`, assumed: `${show(value)} is assumed`, edits };
  }
  const edits = [{ op: "set", pointer, key: "openapi", value: get(root, "openapi") }] as const;
  return { file, pointer, wrong, advice: "mend the syntax", assumed: "it is read as other readers do", edits };
}
