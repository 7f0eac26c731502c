import { words } from "@svc/model";

/** Words of titles that say nothing of what an API is called. */
const COMMON = new Set(["api", "apis", "rest", "http", "service", "openapi", "specification", "the", "v"]);

/** A name of a title: `Train Travel API` is `train-travel`. Empty where the title has no usable word. */
export function proposeName(title: string): string {
  const told = words(title.replaceAll(/[^ -~]/g, " ")).filter(
    (word) => !COMMON.has(word.toLowerCase()) && !/^v?\d/i.test(word),
  );
  return told.slice(0, 3).join("-").toLowerCase();
}
