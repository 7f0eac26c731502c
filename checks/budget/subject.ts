import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { registerHooks } from "node:module";

/** Figures of one subject, by file. */
export interface Taken {
  /** Bytes of each module that was loaded. */
  readonly modules: { readonly [url: string]: number };
  /** Calls of the functions of each module, of all that a subject repeats. */
  readonly calls: { readonly [url: string]: number };
}

/** Runs the subject of a name, in a process of its own, and writes what it took into a file. */
const [name = "", file = ""] = process.argv.slice(2);
const modules: { [url: string]: number } = {};
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url.startsWith("file:")) modules[url] = Buffer.byteLength(loaded.source ?? "");
    return loaded;
  },
});
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { SUBJECTS } = await import("./subjects.ts");
const subject = SUBJECTS.find((one) => one.name === name);
if (subject === undefined) throw new Error(`${name}: is no subject of the budget.`);
const own = new Set(Object.keys(modules));
const again = await subject.start();
const loaded = Object.entries(modules).filter(([url]) => !own.has(url));
await session.post("Profiler.takePreciseCoverage");
await again?.();
const { result } = await session.post("Profiler.takePreciseCoverage");
const calls = result.map(({ url, functions }) => {
  return [url, functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)] as const;
});
const taken: Taken = { modules: Object.fromEntries(loaded), calls: again ? Object.fromEntries(calls) : {} };
writeFileSync(file, JSON.stringify(taken));
