import { STATUS_CODES } from "node:http";
import { expect, test } from "vitest";
import { reasonPhrase } from "./fetched-response.ts";

test("every status has the phrase that a server of Node.js sends with it", () => {
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
  expect(statuses.map(reasonPhrase)).toEqual(statuses.map((status) => STATUS_CODES[status] ?? "unknown"));
});
