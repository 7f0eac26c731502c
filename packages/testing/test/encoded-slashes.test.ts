import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

const id = { name: "session_id", in: "path", required: true, schema: { type: "string" } };
const document = documentOf({
  paths: {
    "/sessions/{session_id}/cookies": { get: { parameters: [id], responses: { 200: { description: "Done" } } } },
  },
  schemas: { HTTPValidationError: { type: "object" } },
});

test("where the service takes %2F for a slash, the request that no operation matches is told so", async () => {
  const fake = createFakeSvc({ document });
  const { status } = await fake.fetch(`${fake.baseUrl}/sessions/eu%2Fs1/cookies`);
  expect(status).toBe(404);
  expect(fake.calls[0]?.unmatched).toContain(
    'GET /sessions/{session_id}/cookies (sessions.cookies.get): "eu%2Fs1" is two segments: the service decodes %2F',
  );
});
