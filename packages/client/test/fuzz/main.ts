import { inspect, parseArgs } from "node:util";
import { startHostileServer } from "./hostile-server.ts";
import { runCase } from "./run-case.ts";
import { runSocketCase } from "./run-socket-case.ts";

const USAGE = `pnpm test:fuzz [--cases N] [--sockets N] [--seed N]

Answers calls of the client with anything: statuses, headers, bodies and failures that no service should send, and over
real connections on loopback any bytes. Each call has to settle with data or with an error of the client's own family.

  --cases N    calls whose fetch is made up  (100,000)
  --sockets N  calls over real connections   (5,000)
  --seed N     seed of the first case; with --cases 1 --sockets 0 one case alone  (a random one, printed)`;

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    sockets: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean" },
  },
});
const cases = Number(values.cases ?? 100_000);
const socketCases = Number(values.sockets ?? 5000);
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));

/** Calls over real connections at a time: most of their time is waiting. */
const AT_A_TIME = 32;

const outcomes = new Map<string, number>();
const findings: string[] = [];

async function note(what: string, run: () => Promise<string>): Promise<void> {
  try {
    const outcome = await run();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  } catch (error) {
    findings.push(`${what}: ${inspect(error)}`);
  }
}

async function fuzz(): Promise<void> {
  // What nobody catches would end the process of whoever uses the client.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => findings.push(`${event}: ${inspect(error)}`));
  }
  const begin = performance.now();
  for (let seed = first; seed < first + cases; seed++) await note(`--seed ${seed} --cases 1`, () => runCase(seed));
  const server = await startHostileServer({ hangs: true });
  let next = first;
  const work = async (): Promise<void> => {
    while (next < first + socketCases) {
      const seed = next++;
      await note(`--seed ${seed} --sockets 1`, () => runSocketCase(server.url, seed));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await server.close();
  const seconds = (performance.now() - begin) / 1000;
  for (const [outcome, count] of [...outcomes].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(count).padStart(8)}  ${outcome}`);
  }
  for (const finding of findings.slice(0, 20)) console.log(`\n✗ ${finding}`);
  const total = `${cases} made-up answers and ${socketCases} real connections from seed ${first}`;
  console.log(`\n${total}: ${findings.length} findings, ${seconds.toFixed(0)} s`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

if (values.help || ![cases, socketCases, first].every(Number.isSafeInteger)) console.log(USAGE);
else await fuzz();
