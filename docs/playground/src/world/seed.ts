import { createBuilders } from "@svc/testing/build";
import type { AnyFake } from "../service/service.ts";

/** Ids under which something is stored, by the name of the path parameter that takes them. */
export const SEEDED: Readonly<Record<string, string>> = { persona_id: "p1", session_id: "s1" };

type Build = ReturnType<typeof createBuilders>;
const MINUTE = 60_000;

/** Builders whose values are recent on the fake's clock. */
export function createBuild(now: () => number): Build {
  return createBuilders({ now });
}

// biome-ignore lint/suspicious/noExplicitAny: a document has these parts of a fake and of its builders, or it has not
type Chain = any;

interface Seeding {
  readonly fake: Chain;
  readonly build: Chain;
  /** The time some minutes ago. */
  readonly ago: (minutes: number) => string;
}

/** Each puts something in that an operation reads. What the document has none of is left out: the fake makes answers up. */
const SEEDS: readonly ((seeding: Seeding) => void)[] = [
  ({ fake, build, ago }) => {
    const { emails } = fake.personas("p1");
    emails.add(build.email({ subject: "Your code is 482913", created_at: ago(2) }), { unread: true });
    emails.add(build.email({ subject: "Welcome", created_at: ago(45) }), { unread: false });
    emails.add(build.email({ subject: "Invoice 2025-05", sender_name: null, created_at: ago(60 * 26) }), {
      unread: true,
    });
  },
  ({ fake, build }) => {
    const cookies = build.cookies(2, (index: number) => ({ name: ["sid", "theme"][index] ?? "c", path: "/" }));
    fake.sessions("s1").cookies.set(cookies);
  },
  ({ fake }) =>
    fake.sessions("s1").network.logs.add(
      [0, 1, 2].map((index) => ({
        key: `batch-000${index}.jsonl`,
        body: `${JSON.stringify({ method: "GET", url: `https://shop.example/page/${index}`, status: 200 })}\n`,
      })),
    ),
  ({ fake }) =>
    fake.sessions("s1").replay.set({
      playlist_content: "#EXTM3U\n#EXT-X-VERSION:3\n",
      video_start_ms: 0,
      video_duration_ms: 12_500,
      video: "not a real video",
    }),
];

/** Puts in what the operations that read have to read. */
export function seed(fake: AnyFake): void {
  const ago = (minutes: number): string => new Date(fake.clock.now() - minutes * MINUTE).toISOString();
  const seeding = { fake: fake as unknown as Chain, build: createBuild(fake.clock.now) as unknown as Chain, ago };
  for (const put of SEEDS) {
    try {
      put(seeding);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
