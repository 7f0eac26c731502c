import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openFake } from "../documents/open-tree.ts";
import { type Outcome, type Program, runProgram } from "./program.ts";

// A process of its own for each program: clients read the environment, keep connections and print.
// node child.ts PROGRAM SDK RESULTS; the SDK is the folder of a generated one.
const [program = "", sdk = "", results = ""] = process.argv.slice(2);
const { calls, options } = (await import(pathToFileURL(program).href)) as {
  readonly calls: Program;
  /** Options of the fake that the program needs. */
  readonly options?: object;
};
const fake = await openFake(sdk, { rateLimit: false, ...options });
const { url } = await fake.listen({ port: 0 });
const service = { url: String(url).replace(/\/$/, ""), fake, fail: (fault: object) => fake.fail(fault) };
const outcomes: Outcome[] = await runProgram(calls, service);
writeFileSync(results, JSON.stringify(outcomes));
process.exit(0);
