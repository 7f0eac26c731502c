import { createRandom, seedOf, uuidOf } from "@svc/schema";
import { checkState, escapePointer, type FakeState } from "./check-state.ts";

/**
 * Adds a state to the stores of a fake: all of it, or nothing if it is invalid.
 *
 * @throws TypeError with the JSON pointer of the first mistake, if the value is no {@link FakeState}
 */
export function loadState(fake: StatefulFake, state: unknown): void {
  checkState(state);
  const { answers = {}, personas = {}, sessions = {}, users = [] } = state;
  loadAnswers(fake, answers);
  for (const [id, { emails = [] }] of Object.entries(personas)) loadEmails(fake, id, emails);
  for (const [id, session] of Object.entries(sessions)) loadSession(fake, id, session);
  for (const user of users) fake.tokens.allow(user);
}

/** Default properties of an email. */
const EMAIL = { subject: "(no subject)", sender_email: null, sender_name: null } as const;

function loadEmails(fake: StatefulFake, id: string, emails: readonly object[]): void {
  // Creates the persona, also if it has no emails.
  const store = fake.personas(id).emails;
  for (const email of emails) {
    const { unread = true, ...given } = email as { unread?: boolean };
    const created_at = new Date(fake.clock.now()).toISOString();
    // Different for each email, also if several states are loaded.
    const email_id = uuidOf(createRandom(seedOf(`${id} ${store.all().length}`)));
    store.add({ ...EMAIL, email_id, created_at, ...given } as never, { unread });
  }
}

function loadSession(fake: StatefulFake, id: string, session: NonNullable<FakeState["sessions"]>[string]): void {
  const { cookies, network, replay } = session;
  const store = fake.sessions(id);
  if (cookies !== undefined) store.cookies.set(cookies as never);
  if (network !== undefined) store.network.logs.add((network.logs ?? []) as never);
  if (replay !== undefined) store.replay.set(replay as never);
}

/** Loaded first, and all or none: only the fake knows whether an operation exists. */
function loadAnswers(fake: StatefulFake, answers: NonNullable<FakeState["answers"]>): void {
  const ends: (() => void)[] = [];
  for (const [operation, { status = 200, headers = {}, body }] of Object.entries(answers)) {
    const answer = (): Response =>
      body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
    try {
      ends.push(fake.on(operation as never, answer));
    } catch (error) {
      for (const end of ends) end();
      throw new TypeError(`/answers/${escapePointer(operation)}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** The methods of a fake that loading a state needs. */
export interface StatefulFake {
  readonly clock: { now(): number };
  personas(id: string): {
    readonly emails: { add(emails: never, options?: { unread?: boolean }): void; all(): unknown[] };
  };
  sessions(id: string): {
    readonly cookies: { set(cookies: never): void };
    readonly network: { readonly logs: { add(batches: never): void } };
    readonly replay: { set(replay: never): void };
  };
  readonly tokens: { allow(user: { username: string; password: string }): void };
  on(operation: never, handler: () => Response): () => void;
}
