import { createSvcClient } from "@svc/client";
import { createTest } from "@svc/testing/vitest";
import { expect } from "vitest";

const test = createTest((options) => createSvcClient(options));

test("a call is answered by the fake of its test", async ({ fake, svc }) => {
  fake.sessions("s1").replay.set({ video_duration_ms: 1500 });
  expect(await svc.sessions.replay.get("s1")).toMatchObject({ video_duration_ms: 1500 });
  expect(fake.calls).toHaveLength(1);
});
