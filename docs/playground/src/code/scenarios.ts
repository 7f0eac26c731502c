import { model } from "@svc/testing";
import type { ServiceName } from "../service/service.ts";
import type { Settings } from "../world/settings.ts";
import { readCall, readCallWith } from "./read-call.ts";

/** An example that shows one thing. */
export interface Scenario {
  /** Part of links to it. */
  readonly id: string;
  readonly title: string;
  /** The thing to look at in the result. */
  readonly summary: string;
  readonly settings?: Partial<Settings>;
  /** The service that the code calls. @default "svc" */
  readonly service?: ServiceName;
  readonly code: string;
  /** A method that the code calls by another function: the scenario is there where the document has it, and those that the code names. */
  readonly method?: string;
}

const ALL: readonly Scenario[] = [
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
    id: "refused-argument",
    title: "An argument is refused (422)",
    summary: "The error has the service's issues, by field.",
    code: `try {
  await svc.personas.emails.list("p1", { limit: 500 });
} catch (error) {
  if (!ValidationError.is(error)) throw error;
  console.log(error.fieldErrors);
  throw error;
}`,
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
    id: "outage",
    title: "The service is down, then it is back (503)",
    summary: "Idempotent calls are sent again after a random backoff.",
    code: `fake.fail({ status: 503, times: 2 });
return ${readCall};`,
  },
  {
    id: "timeout",
    title: "No answer comes (timeout)",
    summary: "An attempt ends after timeoutMs with a TimeoutError.",
    settings: { speed: 1 },
    code: `fake.fail({ timeout: true });
return ${readCallWith("{ timeoutMs: 2000 }")};`,
  },
  {
    id: "slow-body",
    title: "The body comes slowly",
    summary: "The answer's headers are there at once, its body takes five seconds: still within the time limit.",
    settings: { speed: 1 },
    code: `fake.fail({ slowBodyMs: 5000 });
const from = clock.now();
const answer = await ${readCall};
console.log(\`answered after \${clock.now() - from} ms\`);
return answer;`,
  },
  {
    id: "broken-body",
    title: "The body is cut off",
    summary: "A truncated answer is no answer: it is asked for again.",
    code: `fake.fail({ truncate: true });
return ${readCall};`,
  },
  {
    id: "expired-download",
    method: "sessions.network.logs.get",
    title: "A download's address has expired",
    summary: "Two hours pass between listing and reading. The host refuses the address, the client lists again.",
    code: `const texts = [];
for await (const file of downloadNetworkLogs(svc, "s1")) {
  if (texts.length === 0) await clock.advance({ hours: 2 });
  texts.push(await new Response(file.stream).text());
}
return texts;`,
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
  {
    id: "stream",
    title: "A stream of steps breaks, and goes on",
    summary:
      "An agent streams a step every two seconds. The connection breaks after five; the client goes on after the last event, none lost, none twice.",
    service: "agents",
    settings: { speed: 10 },
    code: `fake.on("agent_events", async function* ({ sleep }) {
  for (let index = 0; index < 12; index++) {
    await sleep(2000);
    yield { id: \`e\${index}\`, data: { index, text: \`step \${index}\` } };
  }
});
fake.fail({ operation: "agent_events", dropAfterItems: 5 });
const from = clock.now();
const seen = [];
for await (const { id, data } of svc.agents.events("a1")) {
  seen.push(data.index);
  console.log(\`\${Math.round(clock.now() - from)} ms\`, id, data.text);
}
return { seen, requests: fake.calls.length };`,
  },
  {
    id: "silence",
    title: "A stream falls silent (idleTimeoutMs)",
    summary: "The longest silence is a limit of its own: a stream may take hours, as long as something comes.",
    service: "agents",
    settings: { speed: 10 },
    code: `fake.fail({ operation: "agent_events", stallAfterItems: 2 });
const steps = svc.agents.events("a1", { idleTimeoutMs: 10_000 });
for await (const { id, data } of steps) console.log(id, data.text);`,
  },
  {
    id: "webhook",
    title: "A webhook is genuine, or it is not",
    summary: "The fake signs what it sends. A delivery that was signed with another secret is refused.",
    service: "agents",
    code: `const receive = (secret) => async (request) => {
  try {
    console.log(await unwrap(request, secret, { clock }));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!WebhookVerificationError.is(error)) throw error;
    console.warn(error.reason, error.message);
    return new Response(error.reason, { status: 400 });
  }
};
const payload = { type: "agent.done", agent_id: "a1" };
const { secret } = fake.webhooks;
const other = "whsec_c2VjcmV0IG9mIDI0IGJ5dGVzLi4u";
const answers = [];
for (const expected of [secret, other]) {
  const { attempts } = await fake.webhooks.send("agent.done", payload, {
    to: receive(expected),
  });
  answers.push(attempts[0].status);
}
return answers;`,
  },
  {
    id: "file",
    title: "A file is sent, with its progress",
    summary: "A form with a file is sent as a stream. What the service got stands in the list of requests.",
    service: "agents",
    code: `fake.on("agent_attach", ({ body: { file } }) => {
  return { name: file.name, size: file.size };
});
async function* lines() {
  for (let index = 0; index < 5; index++)
    yield new TextEncoder().encode(\`row \${index}\\n\`.repeat(2000));
}
const file = fileOf(lines, { name: "rows.csv", type: "text/csv" });
return svc.agents.files.create(
  "a1",
  { file, note: "the rows" },
  { onProgress: ({ sent }) => console.log(\`\${sent} bytes\`) },
);`,
  },
  {
    id: "until-done",
    title: "A declared waiter: until the agent is done",
    summary:
      "The document declares what to wait for; the method is made of it. Polls come at growing intervals, paced with all other calls.",
    service: "agents",
    settings: { speed: 60 },
    code: `clock.setTimeout(() => fake.agents("a1").update({ status: "done" }), 180_000);
const agent = await svc.agents.untilDone("a1", {
  onPoll: ({ state }) => console.log(state),
});
return { agent, polls: fake.calls.length };`,
  },
];

/** Behaviour of the client at limits, refusals, and a service that fails. */
export const SCENARIOS: readonly Scenario[] = ALL.filter(isOffered);

/** Whether the document has the methods that a scenario calls; those of the second service are always there. */
function isOffered({ service, code, method }: Scenario): boolean {
  const called = [...code.matchAll(/\bsvc\.((?:\w+\.)*\w+)\(/g)].map(([, name = ""]) => name);
  const known = model.operations.map(({ name }) => name.join("."));
  return service === "agents" || [...called, ...(method ? [method] : [])].every((name) => known.includes(name));
}
