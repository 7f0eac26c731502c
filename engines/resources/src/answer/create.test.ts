import { json, modelOf, object, text } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createWorld } from "../../test/support/world.ts";

const worldOf = (paths: object) => createWorld(modelOf({ paths }));

test("what the query of a creation says of the item is written as its field", () => {
  const coupon = object({ id: text, code: text, promotion_id: text, count: { type: "integer" } }, ["id"]);
  const query = (name: string, schema: object) => ({ name, in: "query", required: true, schema });
  const world = worldOf({
    "/coupons": {
      post: {
        operationId: "make",
        parameters: [query("promotionId", text), query("count", text), query("code", text)],
        requestBody: json(object({ code: text })),
        responses: { 201: json(coupon) },
      },
      get: { operationId: "list", responses: { 200: json({ type: "array", items: coupon }) } },
    },
  });
  world.call("make", { query: { promotionId: "p1", count: "no number", code: "of the query" }, body: { code: "c" } });
  expect(world.call("list")).toMatchObject({ body: [{ promotion_id: "p1", code: "c" }] });
  expect(JSON.stringify(world.call("list"))).not.toContain("no number");
});
