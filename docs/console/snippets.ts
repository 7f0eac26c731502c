import { ValidationError } from "@svc/client";
import type { Scope } from "./worker.ts";

// Programs of the console: the comment is the title, the body is what the editor shows. All names are in scope there.

/** Read a list that a test has stored */
export async function read({ svc, fake, build }: Scope) {
  const { emails } = fake.personas("p1");
  emails.add(build.email({ subject: "Welcome" }));
  emails.add(build.email({ subject: "Your code is 482913" }));
  const found = await svc.personas.emails.list("p1");
  return found.map(({ subject }) => subject);
}

/** The service fails twice: the client sends the call again */
export async function outage({ svc, fake }: Scope) {
  fake.fail({ status: 503, times: 2 });
  await svc.health.get();
  return `${fake.calls.length} calls are in the list`;
}

/** 30 calls at once, 20 per window: none is refused */
export async function burst({ svc, fake }: Scope) {
  // The last ten wait for the next window, or until you advance the clock.
  const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
  await Promise.all(ids.map((id) => svc.sessions.cookies.get(id)));
  return { refused: fake.calls.filter({ status: 429 }).length };
}

/** A wrong argument is refused (422) */
export async function refused({ svc }: Scope) {
  return svc.personas.emails.list("p1", { limit: 5000 }).catch((error) => {
    if (!ValidationError.is(error)) throw error;
    return error.fieldErrors;
  });
}

/** A test decides what is answered */
export async function handler({ svc, fake }: Scope) {
  fake.on("sessions.cookies.get", ({ path }) => ({
    cookies: [{ name: "of", value: String(path.session_id) }],
  }));
  return svc.sessions.cookies.get("s1");
}

/** No response comes: the call ends after 2 s */
export async function timeout({ svc, fake }: Scope) {
  fake.fail({ timeout: true });
  return svc.health.get({ timeoutMs: 2000, retry: false });
}

/** Wait for an email that comes in 5 s */
export async function wait({ svc, fake, clock, waitUntil }: Scope) {
  const { emails } = fake.personas("p9");
  emails.add({ subject: "Welcome" });
  clock.setTimeout(() => emails.add({ subject: "Your code is 4711" }), 5000);
  const found = await waitUntil(
    svc,
    (options) => svc.personas.emails.list("p9", {}, options),
    (list) => list.some(({ subject }) => subject?.includes("code")),
  );
  return found[0]?.subject;
}
