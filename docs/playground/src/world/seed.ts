import type { OperationTypes, Resources } from "@svc/testing";
import { createBuilders } from "@svc/testing/build";
import type { Fake } from "@svc/testing/runtime";

/** Ids under which something is stored, by the name of the path parameter that takes them. */
export const SEEDED: Readonly<Record<string, string>> = { persona_id: "p1", session_id: "s1" };

type Build = ReturnType<typeof createBuilders>;
const MINUTE = 60_000;

/** Builders whose values are recent on the fake's clock. */
export function createBuild(now: () => number): Build {
  return createBuilders({ now });
}

/** Puts in what the operations that read have to read. */
export function seed(fake: Fake<OperationTypes, Resources>): void {
  const build = createBuild(fake.clock.now);
  const ago = (minutes: number): string => new Date(fake.clock.now() - minutes * MINUTE).toISOString();
  const { emails } = fake.personas("p1");
  emails.add(build.email({ subject: "Your code is 482913", created_at: ago(2) }), { unread: true });
  emails.add(build.email({ subject: "Welcome", created_at: ago(45) }), { unread: false });
  emails.add(build.email({ subject: "Invoice 2025-05", sender_name: null, created_at: ago(60 * 26) }), {
    unread: true,
  });
  const session = fake.sessions("s1");
  session.cookies.set(build.cookies(2, (index) => ({ name: ["sid", "theme"][index] ?? "c", path: "/" })));
  session.network.logs.add(
    [0, 1, 2].map((index) => ({
      key: `batch-000${index}.jsonl`,
      body: `${JSON.stringify({ method: "GET", url: `https://shop.example/page/${index}`, status: 200 })}\n`,
    })),
  );
  session.replay.set({
    playlist_content: "#EXTM3U\n#EXT-X-VERSION:3\n",
    video_start_ms: 0,
    video_duration_ms: 12_500,
    video: "not a real video",
  });
}
