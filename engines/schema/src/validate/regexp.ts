import { matcherOf, type Work } from "@svc/model/data";

/** Whether a text matches; a pattern that is none, or takes more than the work that is left, matches everything. */
export function matches(pattern: string, text: string, work?: Work): boolean {
  return matcherOf(pattern)?.(text, work) ?? true;
}
