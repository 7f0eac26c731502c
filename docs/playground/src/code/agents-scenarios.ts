import type { Scenario } from "./scenario.ts";

/** Scenarios of the second service: streams, webhooks, files and waiters. */
export const AGENTS_SCENARIOS: readonly Scenario[] = [
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
