import { readCall, readCallWith } from "./read-call.ts";
import type { Scenario } from "./scenario.ts";

/** A service that refuses or fails. */
export const FAILURE_SCENARIOS: readonly Scenario[] = [
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
    id: "outage",
    title: "The service is down, then it is back (503)",
    summary: "Idempotent calls are sent again after a random backoff.",
    sendsAgain: true,
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
    sendsAgain: true,
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
];
