import { expect, test } from "vitest";
import { checkConfig } from "./check-config.ts";
import { fromStainless } from "./from-stainless.ts";

const TEXT = `
organization: { name: acme, docs: https://docs.acme.test }
edition: 2025-01-01
targets: { typescript: { package_name: acme } }
client_settings:
  default_retries: { max_retries: 4, initial_delay_seconds: 0.25, max_delay_seconds: 8 }
environments:
  production: https://api.acme.test/
  sandbox: https://sandbox.acme.test/v1
resources:
  $client:
    methods: { ping: get /ping }
  $shared:
    models: { api_error: "#/components/schemas/Error" }
  bank_accounts:
    models:
      bank_account: "#/components/schemas/account-v2"
      other: "other.yaml#/Thing"
    methods:
      list: { type: http, endpoint: get /accounts, paginated: true }
      retrieve: get /accounts/{id}
      broken: {}
    subresources:
      card-holders:
        methods: { update_name: "post /accounts/{id}/holders" }
pagination:
  - name: pages
    type: cursor
    request:
      after: { type: string, x-stainless-pagination-property: { purpose: next_cursor_param } }
      limit: { type: integer }
    response:
      data: { type: array, items: {}, x-stainless-pagination-property: { purpose: items } }
      meta: { type: object, properties: { next: { type: string, x-stainless-pagination-property: { purpose: next_cursor_field } } } }
  - { name: strange, type: fake_page, request: {}, response: {} }
mystery: { a: 1 }
`;

test("names, pagination, retries and addresses are taken over", () => {
  const { config, ignored } = fromStainless(TEXT);
  expect(config).toEqual({
    name: "acme",
    methods: {
      "GET /ping": "ping",
      "GET /accounts": "bankAccounts.list",
      "GET /accounts/{id}": "bankAccounts.retrieve",
      "POST /accounts/{id}/holders": "bankAccounts.cardHolders.updateName",
    },
    types: { Error: "ApiError", "account-v2": "BankAccount" },
    environments: { production: "https://api.acme.test", sandbox: "https://sandbox.acme.test/v1" },
    pagination: {
      "GET /accounts": { kind: "cursor", items: ["data"], parameter: "after", size: "limit", next: ["meta", "next"] },
    },
    retry: { limit: 4, baseMs: 250, maxDelayMs: 8000 },
  });
  expect(checkConfig(config, "c")).toBe(config);
  expect(ignored).toEqual([
    "bankAccounts.broken: is no method with an endpoint",
    "models.other: other.yaml#/Thing is no schema of the components",
    "pagination.strange: its type or its fields are not known here",
    "mystery: has no counterpart",
  ]);
});

test.each(["", "a: [", "openapi: 3.1.0"])("%j is no such configuration", (text) => {
  expect(() => fromStainless(text)).toThrow(/^stainless.yml: /);
});
