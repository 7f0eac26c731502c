import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import type { FakeRateLimit } from "../limits/rate-limit.ts";

/** Parsed command line of `svc-fake`. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | {
      readonly kind: "serve";
      readonly port: number;
      readonly host: string;
      readonly spec: string | undefined;
      readonly state: string | undefined;
      /** Whether the state file is loaded again when it changes. */
      readonly watch: boolean;
      readonly rateLimit: FakeRateLimit | false | undefined;
      readonly latencyMs: number;
      readonly seed: number;
      readonly allowHosts: readonly string[];
      /** Whether each request is logged. */
      readonly log: boolean;
      /** Whether the addresses are printed as JSON also on a terminal. */
      readonly json: boolean;
      /** Where webhooks go. */
      readonly webhooksTo: string | undefined;
    };

/** Invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Output of `--help`. */
export const HELP = `svc-fake: the fake service as an HTTP server

Usage: svc-fake [options]

  --port N                  port to listen on; 0, the default: any free one
  --host HOST               address to listen on (default 127.0.0.1)
  --allow-host HOST         name by which other machines may reach /__fake/; may be given more than once
  --log                     print a line for each request, on standard error
  --json                    print the addresses as JSON on a terminal, too
  --spec FILE               serve this OpenAPI document (JSON or YAML)
  --state FILE              load stored data from a JSON file
  --watch                   load the state's file again whenever it changes
  --rate-limit N/SECONDS    requests per window and credential, such as 100/60, or "off"
  --latency MS              wait before every response
  --seed N                  seed of generated values (default 1)
  --webhooks-to URL         where POST /__fake/webhook sends to; the line of JSON then has the signing secret
                            (webhookSecret), unless SVC_WEBHOOK_SECRET sets it
  --help                    print this
  --version                 print the version

When ready, prints its address and that of its console: as one line of JSON unless the output is a terminal. The console,
/__fake/, is a page that shows and controls the fake. GET /__fake/calls, /__fake/deliveries, POST /__fake/state,
/__fake/reset, /__fake/clock, /__fake/fail, /__fake/webhook control it from any language; a reset restores what these
options set up. SIGTERM and SIGINT close it.
`;

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  log: { type: "boolean" },
  json: { type: "boolean" },
  spec: { type: "string" },
  state: { type: "string" },
  watch: { type: "boolean" },
  "rate-limit": { type: "string" },
  latency: { type: "string" },
  seed: { type: "string" },
  "webhooks-to": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** @throws UsageError that names the option and what it takes */
export function parseCommand(args: readonly string[]): Command {
  const values = parse(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (values.watch && values.state === undefined) throw new UsageError("--watch: requires --state FILE");
  return {
    kind: "serve",
    port: whole("port", values.port ?? "0", 65_535),
    host: values.host ?? "127.0.0.1",
    spec: values.spec,
    state: values.state,
    watch: values.watch ?? false,
    rateLimit: rateLimit(values["rate-limit"]),
    latencyMs: whole("latency", values.latency ?? "0", 3_600_000),
    allowHosts: values["allow-host"] ?? [],
    log: values.log ?? false,
    json: values.json ?? false,
    seed: whole("seed", values.seed ?? "1", Number.MAX_SAFE_INTEGER),
    webhooksTo: address("webhooks-to", values["webhooks-to"]),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ", 1)[0] ?? "", { cause: error });
  }
}

function whole(name: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new UsageError(`--${name}: expected a whole number up to ${max}, got ${JSON.stringify(text)}`);
}

function address(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^https?:/i.test(text))) return text;
  throw new UsageError(`--${name}: expected an http or https address`);
}

function rateLimit(text: string | undefined): FakeRateLimit | false | undefined {
  if (text === undefined) return undefined;
  if (text === "off") return false;
  const [, limit, seconds] = /^([1-9]\d*)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (limit !== undefined && Number(seconds) > 0) return { limit: Number(limit), window: { seconds: Number(seconds) } };
  throw new UsageError(`--rate-limit: expected N/SECONDS, such as 100/60, or off, got ${JSON.stringify(text)}`);
}

/** @throws UsageError if a file that a command line names cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "ENOENT" ? `${file}: no such file` : message, { cause: error });
  }
}

/** The version of this package. */
export function version(): string {
  return createRequire(import.meta.url)("@svc/testing/package.json").version;
}
