import { callChecks } from "./calls.mjs";
import { errorChecks } from "./errors.mjs";
import { describe } from "./expect.mjs";
import { limitChecks } from "./limits.mjs";
import { safetyChecks } from "./safety.mjs";
import { sentOnceChecks } from "./sent-once.mjs";
import { streamChecks } from "./streams.mjs";

/** Longer than any check takes: one that hangs fails, and the others follow. */
const PATIENCE_MS = 15_000;

/**
 * Runs every check in the runtime that this is loaded in, one after the other. Uses nothing that only one runtime has.
 *
 * @param context `urls` of the services, and `inspect` where the runtime has one
 * @param more checks that only this runtime has
 * @returns for each check `{ name, error }`; no error: it holds
 */
export async function runSuite(context, more = {}) {
  const results = [];
  const suite = { ...callChecks, ...errorChecks, ...limitChecks, ...safetyChecks, ...sentOnceChecks, ...streamChecks };
  for (const [name, run] of Object.entries({ ...suite, ...more }))
    results.push(await runCheck(name, () => run(context)));
  return results;
}

/** @returns `{ name, error }` */
export async function runCheck(name, run) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    await Promise.race([Promise.resolve().then(run), late]);
    return { name };
  } catch (error) {
    return { name, error: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}
