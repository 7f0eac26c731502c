import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const document = documentOf({
  paths: {
    "/q": {
      get: {
        operationId: "q",
        parameters: [{ name: "f", in: "query", schema: { type: "number" } }],
        responses: { "200": { description: "ok", content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
  },
});

// pydantic reads these as floats; JSON has no form for them.
test.each(["nan", "inf", "-inf", "1e999"])(
  "a number %s is answered, and blinds nobody who looks at the journal",
  async (text) => {
    await using fake = createFakeSvc({ document });
    const server = await fake.listen();
    expect((await fetch(`${server.url}/q?f=${text}`)).status).toBe(200);
    const calls = await fetch(`${server.url}/__fake/calls`);
    expect([calls.status, ((await calls.json()) as { target: string }[])[0]?.target]).toEqual([200, `/q?f=${text}`]);
  },
);
