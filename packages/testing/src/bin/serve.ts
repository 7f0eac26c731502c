import type { FakeServer } from "../adapters/http.ts";
import { createMovableClock } from "../clock/movable-clock.ts";
import { createFake } from "../fake/create-fake.ts";
import type { FakeOptions } from "../fake/options.ts";
import { describeCall } from "../journal/journal.ts";
import type { FakeState } from "../state/load-state.ts";
import { type Command, readText, UsageError } from "./parse-command.ts";
import { type AnyFake, holdState, type StateFile } from "./state-file.ts";

type ServeCommand = Extract<Command, { kind: "serve" }>;

/** The server of a fake, and what its clients need to know. */
export interface ServedFake extends FakeServer {
  /** The fake's own secret where it signs webhooks. */
  readonly webhookSecret: string | undefined;
}

/**
 * Starts the fake that a command line describes, on the system clock, which its pages and tests can advance.
 *
 * @param env the environment: a secret for webhooks
 * @param log called with a line when a watched file was loaded again, or cannot be
 * @throws UsageError for a file that cannot be read or is invalid
 */
export async function serve(
  command: ServeCommand,
  log: (line: string) => void = console.error,
  env: { readonly SVC_WEBHOOK_SECRET?: string | undefined } = {},
): Promise<ServedFake> {
  const { spec, rateLimit, seed, port, host, allowHosts, webhooksTo } = command;
  const webhooks = { to: webhooksTo, secret: env.SVC_WEBHOOK_SECRET };
  const options = { clock: createMovableClock(), seed, webhooks, ...(rateLimit !== undefined && { rateLimit }) };
  const create = spec === undefined ? await ownFakes() : await fakesOf(spec);
  const fake = create(options);
  const check = (given: unknown): void => create({ clock: options.clock }).load(given as FakeState);
  const end = setUp(fake, command, { log, check });
  if (command.log)
    // `12:00:00.000 GET /health -> 200 (health.get) 0 ms`
    fake.calls.subscribe((call) => {
      if (call) log(`${call.at.toISOString().slice(11, 23)} ${describeCall(call)} ${call.durationMs} ms`);
    });
  try {
    const server = await fake.listen({ port, host, allowHosts });
    const close = (): Promise<void> => {
      end();
      return server.close();
    };
    const isOwn = webhooksTo !== undefined && webhooks.secret === undefined;
    const secret = isOwn ? fake.webhooks.secret : undefined;
    return { ...server, close, [Symbol.asyncDispose]: close, webhookSecret: secret };
  } catch (error) {
    end();
    throw new UsageError(`cannot listen on ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
}

type Create = (options: FakeOptions) => AnyFake;

/** Fakes of the SDK's own document, which nobody who brings another has to load. */
async function ownFakes(): Promise<Create> {
  const { createFakeSvc } = await import("../index.ts");
  return (options) => createFakeSvc(options) as unknown as AnyFake;
}

/** Fakes of a document in JSON or YAML. */
async function fakesOf(file: string): Promise<Create> {
  const { readSpec } = await import("./read-spec.ts");
  const { document, ...spec } = readSpec(readText(file), file);
  return (options) => createFake(spec.model, { ...options, document }, spec);
}

/** Sets latency and state, also after each reset; returns a function that ends watching the state file. */
function setUp(
  fake: AnyFake,
  { state, watch, latencyMs }: ServeCommand,
  told: Pick<StateFile, "log" | "check">,
): () => void {
  const { reset } = fake;
  const held = state === undefined ? undefined : holdState(fake, { file: state, watch, ...told });
  const slow = (): void => {
    if (latencyMs > 0) fake.fail({ latencyMs, times: Number.POSITIVE_INFINITY });
  };
  slow();
  fake.reset = (parts) => {
    reset(parts);
    if (parts !== undefined) return;
    slow();
    held?.load();
  };
  return () => held?.end();
}
