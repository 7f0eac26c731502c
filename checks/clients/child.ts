import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { openFake } from "../documents/open-tree.ts";
import { type Outcome, type Program, runProgram, type Surroundings } from "./program.ts";

// A process of its own for each program: clients read the environment, keep connections and print.
// node child.ts PROGRAM SERVICE RESULTS; the service is the folder of a generated SDK, or the address of another server.
// It ends by itself, too: a client that turns in a circle lets no timer run, and whoever started this may be gone.
new Worker('setTimeout(() => process.kill(process.pid, "SIGKILL"), 120_000)', { eval: true }).unref();
const [program = "", service = "", results = ""] = process.argv.slice(2);
const { calls, options } = (await import(pathToFileURL(program).href)) as {
  readonly calls: Program;
  /** Options of the fake that the program needs. */
  readonly options?: object;
};
const outcomes: Outcome[] = await runProgram(calls, await surroundings(service));
writeFileSync(results, JSON.stringify(outcomes));
process.exit(0);

async function surroundings(service: string): Promise<Omit<Surroundings, "call">> {
  if (/^https?:/.test(service))
    return {
      url: service,
      fake: undefined,
      fail: () => {
        throw new Error("this server fails on no demand");
      },
    };
  const fake = await openFake(service, { rateLimit: false, ...options });
  const { url } = await fake.listen({ port: 0 });
  return { url: String(url).replace(/\/$/, ""), fake, fail: (fault) => fake.fail(fault) };
}
