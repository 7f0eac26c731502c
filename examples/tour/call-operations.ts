import { ConfigurationError, type SvcClient, ValidationError } from "@svc/client";
import type { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import type { KnownBuild, KnownClient, KnownFake } from "./known-service.ts";

type Fake = ReturnType<typeof createFakeSvc>;
type Operation = Fake["model"]["operations"][number];

/** The client's methods, seen as what they are for a program that does not know their names. */
interface Methods {
  (...args: readonly unknown[]): Promise<unknown> & { withResponse(): Promise<{ readonly response: Response }> };
  readonly [name: string]: Methods;
}

/** One call of the tour, as it is shown. */
export interface Shown {
  readonly method: string;
  /** A few words made from the typed result. */
  readonly result: string;
}

/** A method whose result the tour shows: something to read, put into the fake, and the call that reads it. */
interface Reading {
  readonly method: string;
  /** Builder that the seed needs. */
  readonly builder: keyof KnownBuild & string;
  seed(fake: KnownFake, make: KnownBuild): void;
  call(svc: KnownClient): Promise<string>;
}

const READINGS: readonly Reading[] = [
  {
    method: "personas.emails.list",
    builder: "email",
    seed(fake, make) {
      const { emails } = fake.personas("p1");
      const created_at = new Date(fake.clock.now()).toISOString();
      emails.add(make.email({ subject: "Your code is 4821", created_at }), { unread: true });
      emails.add(make.email({ subject: "Welcome", created_at }), { unread: false });
    },
    async call(svc) {
      const emails = await svc.personas.emails.list("p1", { limit: 20, timedelta: { minutes: 5 } });
      const unread = await svc.personas.emails.list("p1", { only_unread: true });
      return `${emails.length} emails, ${unread.length} unread: "${unread[0]?.subject}"`;
    },
  },
  {
    method: "sessions.cookies.get",
    builder: "cookie",
    seed: (fake, make) => fake.sessions("s1").cookies.set([make.cookie({ name: "sid", domain: "example.com" })]),
    async call(svc) {
      const { cookies } = await svc.sessions.cookies.get("s1");
      return `${cookies.length} cookie: ${cookies[0]?.name} of ${cookies[0]?.domain}`;
    },
  },
  {
    method: "sessions.network.logs.get",
    builder: "networkLogBatch",
    seed: (fake, make) =>
      fake.sessions("s1").network.logs.add(make.networkLogBatch({ key: "batch-0001", size: 48_213 })),
    async call(svc) {
      const logs = await svc.sessions.network.logs.get("s1", { limit: 100 });
      return `${logs.total_batch_count} batch: ${logs.batches?.[0]?.key}`;
    },
  },
  {
    method: "sessions.replay.get",
    builder: "replay",
    seed: (fake, make) =>
      fake
        .sessions("s1")
        .replay.set(make.replay({ mp4_url: "https://example.com/replay.mp4", video_duration_ms: 93_500 })),
    async call(svc) {
      const replay = await svc.sessions.replay.get("s1");
      return `${(replay.video_duration_ms ?? 0) / 1000} s of video`;
    },
  },
];

/** Reads what was put into the fake, by the methods of {@link READINGS} that the document has. */
export async function callSeeded(svc: SvcClient, fake: Fake): Promise<Shown[]> {
  const methods = new Set(fake.model.operations.map(({ name }) => name.join(".")));
  const known = READINGS.filter(({ method, builder }) => methods.has(method) && Object.hasOwn(build, builder));
  const shown: Shown[] = [];
  for (const { method, seed, call } of known) {
    seed(fake as unknown as KnownFake, build as unknown as KnownBuild);
    try {
      shown.push({ method, result: await call(svc as unknown as KnownClient) });
    } catch (error) {
      // A parameter that the document has no longer, or has new: the method is called with built arguments, later.
      if (!ConfigurationError.is(error) && !ValidationError.is(error)) throw error;
    }
  }
  return shown;
}

/** Calls what the document has beyond the calls above, with built arguments: nothing to write for a new operation. */
export async function callRemaining(svc: SvcClient, fake: Fake): Promise<Shown[]> {
  const called = new Set([...fake.calls].filter(({ status }) => status !== 422).map((call) => call.operation));
  const remaining = fake.model.operations.filter(({ id }) => !called.has(id));
  return Promise.all(
    remaining.map(async (operation) => {
      const { response } = await callBuilt(svc, operation).withResponse();
      return { method: operation.name.join("."), result: `status ${response.status}` };
    }),
  );
}

/** Calls an operation with built arguments; `params` go into its object of parameters. */
export function callBuilt(svc: SvcClient, { id, name }: Operation, params?: object): ReturnType<Methods> {
  const method = name.reduce((node: Methods | undefined, part) => node?.[part], svc as unknown as Methods);
  const args: unknown[] = build.args(id as Parameters<typeof build.args>[0]);
  if (method === undefined) throw new Error(`The client has no method ${name.join(".")}.`);
  if (params === undefined) return method(...args);
  const given = takesParams(args) ? args.pop() : {};
  return method(...args, { ...(given as object), ...params });
}

function takesParams(args: readonly unknown[]): boolean {
  const last = args.at(-1);
  return typeof last === "object" && last !== null && Object.getPrototypeOf(last) === Object.prototype;
}
