import type { Operation, Response } from "./model.ts";

/** The responses that a call resolves with: 2xx, else 3xx, else `default`. */
export function successResponses({ responses }: Pick<Operation, "responses">): readonly Response[] {
  const ranges = ["2", "3", "default"].map((start) => responses.filter(({ status }) => status.startsWith(start)));
  return ranges.find((found) => found.length > 0) ?? [];
}
