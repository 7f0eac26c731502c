import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { operationPages } from "./operation-pages.ts";

test("the site has tabs, columns, the pages of error classes, and links to the console", () => {
  const parameters = ["q", "r"].map((name) => ({ name, in: "query", required: true, schema: { const: "50% #1 (a)" } }));
  const get = {
    operationId: "ping",
    parameters,
    responses: { "200": { description: "ok" }, "404": { description: "none" } },
  };
  const pages = operationPages(modelOf({ paths: { "/a": { get } } }));
  const page = pages.get("ping.md") ?? "";
  expect(page).toMatch(
    /<div class="aside">\n\n## Call\n\n.*\n\n::: code-group\n\n```ts \[TypeScript\]\nimport \{ createSvcClient \}/,
  );
  const [, code = ""] = /\[Try it in the console\]\(\.\.\/console\/#code=(.*?)\)\./.exec(page) ?? [];
  expect(decodeURIComponent(code)).toBe('return svc.a.get({ q: "50% #1 (a)", r: "50% #1 (a)", });');
  expect(page).toContain(
    '<div class="members">\n\n- `404` [`NotFoundError`](../api/@svc/client/classes/NotFoundError.md)',
  );
  expect(pages.get("index.md")).toContain("](./ping.md)");
});
