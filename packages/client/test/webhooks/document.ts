const json = (schema: object): object => ({ required: true, content: { "application/json": { schema } } });

/** An event as services of Standard Webhooks describe theirs. */
const event = (type: string, data: object): object => ({
  type: "object",
  required: ["type", "data"],
  properties: { type: { const: type }, data },
});

const done = { 204: { description: "Taken" } };

/** A document with two webhooks and a callback. */
export const document: object = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  components: {
    schemas: {
      Order: { type: "object", required: ["id"], properties: { id: { type: "string" }, total: { type: "integer" } } },
    },
  },
  paths: {
    "/orders": {
      post: {
        operationId: "order",
        responses: { 204: { description: "Done" } },
        callbacks: {
          onReady: { "{$request.query.url}": { post: { requestBody: json({ type: "object" }), responses: done } } },
        },
      },
    },
  },
  webhooks: {
    "order.paid": {
      post: { requestBody: json(event("order.paid", { $ref: "#/components/schemas/Order" })), responses: done },
    },
    "order.lost": {
      post: { requestBody: json(event("order.lost", { type: "string", maxLength: 5 })), responses: done },
    },
  },
};
