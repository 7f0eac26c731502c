import {
  createSvcClient,
  type DurationInput,
  oauth2Password,
  type SvcClient,
  SvcError,
  ValidationError,
} from "@svc/client";
import { downloadNetworkLogs } from "@svc/client/downloads";
import type { Email } from "@svc/types";

// Compiled, never run: a consumer of the packed packages.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function expectSame<A, B>(..._same: Same<A, B> extends true ? [] : ["the types differ"]): void {}

const span: DurationInput = { minutes: 5 };

export async function consume(): Promise<void> {
  const auth = oauth2Password({ tokenUrl: "https://svc.example.test/token", username: "a", password: "b" });
  const svc: SvcClient = createSvcClient({ baseUrl: "https://svc.example.test", auth, timeoutMs: false });
  const emails = await svc.personas.emails.list("p1", { limit: 20, timedelta: span, only_unread: true });
  expectSame<typeof emails, Email[]>();
  const subject: string | undefined = emails[0]?.subject;
  const { data, response, rateLimit } = await svc.personas.emails.list("p1").withResponse();
  expectSame<typeof data, Email[]>();
  expectSame<typeof response, Response>();
  expectSame<typeof rateLimit.limit, number | undefined>();
  const raw = await svc.raw.GET("/personas/{persona_id}/emails", { params: { path: { persona_id: "p1" } } });
  if (raw.data) expectSame<(typeof raw.data)[number]["email_id"], string>();
  for await (const { stream } of downloadNetworkLogs(svc, 7)) expectSame<typeof stream, ReadableStream<Uint8Array>>();
  console.log(subject);
}

export function explain(error: unknown): string {
  if (ValidationError.is(error)) {
    expectSame<typeof error.status, 422>();
    return error.issues.map(({ msg }) => msg).join();
  }
  return SvcError.is(error) ? error.message : "";
}

export async function refused(svc: SvcClient): Promise<void> {
  // @ts-expect-error a limit is a number
  await svc.personas.emails.list("p1", { limit: "20" });
  // @ts-expect-error the document knows no such parameter
  await svc.personas.emails.list("p1", { limits: 20 });
  // @ts-expect-error the id is missing
  await svc.sessions.cookies.get();
  // @ts-expect-error there is no such operation
  await svc.sessions.start();
  // @ts-expect-error the document has no such path
  await svc.raw.GET("/personas");
  // @ts-expect-error there is no such option
  createSvcClient({ baseURL: "https://svc.example.test" });
}
