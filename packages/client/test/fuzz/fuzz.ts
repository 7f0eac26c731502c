import { inspect } from "node:util";
import { startHostileServer } from "./hostile-server.ts";
import { runCase } from "./run-case.ts";
import { runSocketCase } from "./run-socket-case.ts";
import { runStreamCase } from "./run-stream-case.ts";

/** Options of {@link fuzz}. */
export interface FuzzOptions {
  /** Calls whose fetch is made up. */
  readonly cases: number;
  /** Calls over real connections. */
  readonly sockets: number;
  /** Seed of the first case; each next case has the next one. */
  readonly seed: number;
}

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

/** Runs the cases and prints what came of them. Returns the exit code: 1 if there was a finding. */
export async function fuzz({ cases, sockets, seed: first }: FuzzOptions): Promise<number> {
  // An uncaught rejection would end the process of the client's user.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => findings.push(`${event}: ${inspect(error)}`));
  }
  const begin = performance.now();
  for (let seed = first; seed < first + cases; seed++) await note(`--seed ${seed} --cases 1`, () => runCase(seed));
  for (let seed = first; seed < first + cases / 10; seed++)
    await note(`--seed ${seed} --cases 1 (stream)`, () => runStreamCase(seed));
  const server = await startHostileServer({ hangs: true });
  let next = first;
  const work = async (): Promise<void> => {
    while (next < first + sockets) {
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
  const total = `${cases} made-up answers, ${Math.ceil(cases / 10)} streams and ${sockets} real connections from seed ${first}`;
  console.log(`\n${total}: ${findings.length} findings, ${seconds.toFixed(0)} s`);
  return findings.length === 0 ? 0 : 1;
}
