import { readFileSync } from "node:fs";
import type { FakeServer } from "../adapters/http.ts";
import { createMovableClock } from "../clock/movable-clock.ts";
import { createFake } from "../fake/create-fake.ts";
import type { Fake } from "../fake/fake.ts";
import type { OperationShape } from "../fake/handlers.ts";
import type { FakeOptions } from "../fake/options.ts";
import { createFakeSvc } from "../index.ts";
import { loadState } from "../state/load-state.ts";
import { type Command, UsageError } from "./parse-command.ts";

/**
 * Starts the fake that a command line describes, on the machine's clock, which its pages and tests may put forward.
 *
 * @throws UsageError for a file that cannot be read or used
 */
export async function serve(command: Extract<Command, { kind: "serve" }>): Promise<FakeServer> {
  const { spec, state, rateLimit, latencyMs, seed, port, host } = command;
  const options = { clock: createMovableClock(), seed, ...(rateLimit !== undefined && { rateLimit }) };
  const fake = spec === undefined ? createFakeSvc(options) : await fakeOf(spec, options);
  if (state !== undefined) load(state, (value) => loadState(fake as never, value));
  if (latencyMs > 0) fake.fail({ latencyMs, times: Number.POSITIVE_INFINITY });
  try {
    return await fake.listen({ port, host });
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
}

/** The fake of a document in JSON or YAML. */
async function fakeOf(file: string, options: FakeOptions): Promise<Fake<Record<string, OperationShape>>> {
  const { readSpec } = await import("./read-spec.ts");
  const { document, model } = readSpec(readText(file), file);
  return createFake(model, { ...options, document });
}

function load(file: string, use: (value: unknown) => void): void {
  try {
    use(JSON.parse(readText(file)));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ENOENT" ? `${file}: there is no such file` : message, { cause: error });
  }
}
