import { createSvcClient, type DurationInput, oauth2Password, type SvcClient, ValidationError } from "@svc/client";
import { downloadReceipts } from "@svc/client/downloads";
import type { Letter } from "@svc/types";

// Compiled, never run: a consumer of the packed packages, whose types are the same as those of the sources.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function expectSame<A, B>(..._same: Same<A, B> extends true ? [] : ["the types differ"]): void {}

const span: DurationInput = { minutes: 5 };

export async function consume(): Promise<void> {
  const auth = oauth2Password({ tokenUrl: "https://svc.example.test/token", username: "a", password: "b" });
  const svc: SvcClient = createSvcClient({ baseUrl: "https://svc.example.test", auth, timeoutMs: false });
  const list = svc.mailboxes.letters.list("p1", { limit: 20, within: span, only_sealed: true });
  const { data, response } = await list.withResponse();
  expectSame<typeof data, Letter[]>();
  expectSame<typeof response, Response>();
  const raw = await svc.raw.GET("/mailboxes/{mailbox_id}/letters", { params: { path: { mailbox_id: "p1" } } });
  if (raw.data) expectSame<(typeof raw.data)[number]["letter_id"], string>();
  for await (const { stream } of downloadReceipts(svc, 7)) expectSame<typeof stream, ReadableStream<Uint8Array>>();
  // @ts-expect-error a limit is a number
  await svc.mailboxes.letters.list("p1", { limit: "20" });
  // @ts-expect-error the document has no such path
  await svc.raw.GET("/mailboxes");
  // @ts-expect-error there is no such option
  createSvcClient({ baseURL: "https://svc.example.test" });
}

export function explain(error: unknown): string {
  if (!ValidationError.is(error)) return "";
  expectSame<typeof error.status, 422>();
  return error.issues.map(({ msg }) => msg).join();
}
