import type { FakeServer } from "../adapters/http.ts";
import { createMovableClock } from "../clock/movable-clock.ts";
import { createFake } from "../fake/create-fake.ts";
import type { FakeOptions } from "../fake/options.ts";
import { describeCall, type RecordedCall } from "../journal/journal.ts";
import { readText } from "./files.ts";
import { type Command, UsageError } from "./parse-command.ts";
import { type AnyFake, holdState } from "./state-file.ts";

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
  const fake = spec === undefined ? await ownFake(options) : await fakeOf(spec, options);
  const end = setUp(fake, command, log);
  if (command.log) fake.calls.subscribe((call) => void (call && log(describeRequest(call))));
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

/** A line of the log: `12:00:00.000 GET /health -> 200 (health.get) 0 ms`. */
function describeRequest(call: RecordedCall): string {
  return `${call.at.toISOString().slice(11, 23)} ${describeCall(call)} ${call.durationMs} ms`;
}

/** The fake of the SDK's own document, which nobody who brings another has to load. */
async function ownFake(options: FakeOptions): Promise<AnyFake> {
  const { createFakeSvc } = await import("../index.ts");
  return createFakeSvc(options) as unknown as AnyFake;
}

/** The fake of a document in JSON or YAML. */
async function fakeOf(file: string, options: FakeOptions): Promise<AnyFake> {
  const { readSpec } = await import("./files.ts");
  const { document, model } = readSpec(readText(file), file);
  return createFake(model, { ...options, document });
}

/** Sets latency and state, also after each reset; returns a function that ends watching the state file. */
function setUp(fake: AnyFake, { state, watch, latencyMs }: ServeCommand, log: (line: string) => void): () => void {
  const { reset } = fake;
  const held = state === undefined ? undefined : holdState(fake, { file: state, watch, log });
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
