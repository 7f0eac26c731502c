import { readCall, readCallWith } from "./read-call.ts";
import type { Scenario } from "./scenario.ts";

/** Behaviour of the client at rate limits. */
export const LIMIT_SCENARIOS: readonly Scenario[] = [
  {
    id: "paced-burst",
    title: "Paced burst: 100 calls, 20 per window",
    summary: "All calls are made at once. The client sends what the window allows and holds the rest: no refusal.",
    settings: { limit: 20, windowSeconds: 10, speed: 10 },
    code: `const calls = Array.from({ length: 100 }, () => ${readCall});
await Promise.all(calls);
return {
  answered: fake.calls.length,
  refused: fake.calls.filter({ status: 429 }).length,
};`,
  },
  {
    id: "shared-key",
    title: "Two clients share one key",
    summary: "Another client uses up windows that both share. The paced one learns its share from the headers.",
    settings: { limit: 20, windowSeconds: 10, speed: 10 },
    code: `const other = createClient({ rateLimit: false, retry: false });
const wait = (ms) => new Promise((resolve) => clock.setTimeout(resolve, ms));
let theirRefusals = 0;
const theirs = async () => {
  for (let index = 0; index < 30 && !signal.aborted; index++) {
    await ${readCall.replace("svc.", "other.")}.catch(() => theirRefusals++);
    await wait(1500);
  }
};
const ours = Array.from({ length: 60 }, () => ${readCall});
await Promise.all([theirs(), ...ours]);
const refused = fake.calls.filter({ status: 429 }).length;
return { ours: ours.length, ourRefusals: refused - theirRefusals, theirRefusals };`,
  },
  {
    id: "refusals",
    title: "Refused with 429, again and again",
    summary:
      "Each refusal is waited out until the reset. When they do not end, the call rejects with a RateLimitError.",
    settings: { speed: 60 },
    code: `fake.fail({ rateLimited: true, times: 20 });
return ${readCall};`,
  },
  {
    id: "wait",
    title: "Wait for a mail that comes in five minutes",
    summary:
      "waitUntil polls at growing intervals, after whatever else waits for the rate limit, until the mail is there.",
    settings: { limit: 20, windowSeconds: 60, speed: 60 },
    code: `const arrives = () =>
  fake.personas("p9").emails.add({ subject: "Your code is 4711" });
fake.personas("p9").emails.add({ subject: "Welcome" });
clock.setTimeout(arrives, 300_000);
const emails = await waitUntil(
  svc,
  (options) => svc.personas.emails.list("p9", {}, options),
  (found) => found.some(({ subject }) => subject.includes("code")),
  { signal },
);
return { code: emails[0].subject, polls: fake.calls.length };`,
  },
  {
    id: "abort",
    title: "Give up a call that waits",
    summary: "A call that waits for its turn leaves the queue at once.",
    settings: { limit: 2, windowSeconds: 60 },
    code: `const controller = new AbortController();
const calls = [1, 2, 3].map(() => ${readCallWith("{ signal: controller.signal }")});
clock.setTimeout(() => controller.abort("enough"), 3000);
const settled = await Promise.allSettled(calls);
return settled.map((call) => call.reason ?? call.status);`,
  },
];
