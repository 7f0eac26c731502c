import type { SvcClient } from "@svc/client";
import type { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";

type Fake = ReturnType<typeof createFakeSvc>;

/** The client's methods, seen as what they are for a program that does not know their names. */
interface Methods {
  (...args: readonly unknown[]): Promise<unknown>;
  readonly [name: string]: Methods;
}

/** One call of the tour, as it is shown. */
export interface Shown {
  readonly method: string;
  /** A few words made from the typed result. */
  readonly result: string;
}

/** Puts something to read into the fake: a persona's emails, a session's cookies, logs and recording. */
export function seed(fake: Fake): void {
  const { emails } = fake.personas("p1");
  const created_at = new Date(fake.clock.now()).toISOString();
  emails.add(build.email({ subject: "Your code is 4821", created_at }), { unread: true });
  emails.add(build.email({ subject: "Welcome", created_at, sender_email: null }), { unread: false });
  const session = fake.sessions("s1");
  session.cookies.set([build.cookie({ name: "sid", domain: "example.com" })]);
  session.network.logs.add(build.networkLogBatch({ key: "batch-0001", size: 48_213 }));
  session.replay.set(build.replay({ mp4_url: "https://example.com/replay.mp4", video_duration_ms: 93_500 }));
}

/** The calls that read what {@link seed} wrote. Every result has the document's type: no assertion, no cast. */
export async function callSeeded(svc: SvcClient): Promise<Shown[]> {
  const emails = await svc.personas.emails.list("p1", { limit: 20, timedelta: { minutes: 5 } });
  const unread = await svc.personas.emails.list("p1", { only_unread: true });
  const { cookies } = await svc.sessions.cookies.get("s1");
  const logs = await svc.sessions.network.logs.get("s1", { limit: 100 });
  const replay = await svc.sessions.replay.get("s1");
  const { response } = await svc.health.get().withResponse();
  return [
    {
      method: "personas.emails.list",
      result: `${emails.length} emails, ${unread.length} unread: "${unread[0]?.subject}"`,
    },
    {
      method: "sessions.cookies.get",
      result: `${cookies.length} cookie: ${cookies[0]?.name} of ${cookies[0]?.domain}`,
    },
    { method: "sessions.network.logs.get", result: `${logs.total_batch_count} batch: ${logs.batches?.[0]?.key}` },
    { method: "sessions.replay.get", result: `${(replay.video_duration_ms ?? 0) / 1000} s of video` },
    { method: "health.get", result: `status ${response.status}` },
  ];
}

/** Calls what the document has beyond the calls above, with built arguments: nothing to write for a new operation. */
export async function callRemaining(svc: SvcClient, fake: Fake): Promise<Shown[]> {
  const called = new Set([...fake.calls].map((call) => call.operation));
  const remaining = fake.model.operations.filter(({ id }) => !called.has(id));
  return Promise.all(
    remaining.map(async ({ id, name }) => {
      const method = name.reduce((node: Methods | undefined, part) => node?.[part], svc as unknown as Methods);
      const result = await method?.(...build.args(id as Parameters<typeof build.args>[0]));
      return { method: name.join("."), result: typeof result };
    }),
  );
}
