import { setTimeout as sleep } from "node:timers/promises";

/** What a program of a vendor's client is given. */
export interface Surroundings {
  /** Address of the service under the client, without a slash at its end and without the path of a declared server. */
  readonly url: string;
  /** Lets the next requests fail: `fake.fail`. */
  fail(fault: { readonly operation: string; readonly status: number; readonly times: number }): void;
  /** The fake itself. */
  readonly fake: unknown;
  /**
   * Runs one call, with what a user of the client expects of it: `check` throws where it did something else.
   *
   * @param options.exception why it does something else today; it is reported, and not counted as a defect
   */
  call(name: string, check: () => Promise<unknown> | unknown, options?: { readonly exception?: string }): Promise<void>;
}

/** A program: calls of one client, one after the other. */
export type Program = (surroundings: Surroundings) => Promise<void>;

/** What a call came to. */
export interface Outcome {
  readonly call: string;
  /** What happened instead; undefined where the call did what a user expects. */
  readonly problem?: string;
  /** Why it is known to do something else. */
  readonly exception?: string;
}

const LIMIT_MS = 15_000;

/** Runs a program to its end; a call that fails does not end it. */
export async function runProgram(program: Program, service: Omit<Surroundings, "call">): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const call: Surroundings["call"] = async (name, check, { exception } = {}) => {
    const problem = await problemOf(check);
    outcomes.push({
      call: name,
      ...(problem !== undefined && { problem }),
      ...(exception !== undefined && { exception }),
    });
  };
  await program({ ...service, call });
  return outcomes;
}

async function problemOf(check: () => unknown): Promise<string | undefined> {
  const end = new AbortController();
  const late = sleep(LIMIT_MS, undefined, { signal: end.signal, ref: false }).then(() => {
    throw new Error(`no end in ${LIMIT_MS / 1000} s`);
  });
  try {
    await Promise.race([(async () => check())(), late]);
    return undefined;
  } catch (error) {
    return describe(error);
  } finally {
    end.abort();
    late.catch(() => undefined);
  }
}

/** Name, status and first lines of an error, whatever the client made of it. */
function describe(error: unknown): string {
  const { name, status, statusCode, message } = Object(error) as { readonly [key: string]: unknown };
  const text = String(message ?? JSON.stringify(error) ?? error).replace(/\s+/g, " ");
  return [name, status ?? statusCode, text.slice(0, 240)].filter((part) => part !== undefined).join(" ");
}
