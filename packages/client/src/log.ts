/**
 * A log of calls, for development and for production.
 *
 * @packageDocumentation
 */

import type { CallEvent, Hooks } from "./call/hooks.ts";
import { invalid } from "./checks.ts";
import { printable } from "./errors/redact.ts";
import type { RateLimitSnapshot } from "./pacing/pacer.ts";

/** A logger with the methods of `console`, as pino and winston have them. */
export interface Logger {
  /** Attempts. */
  debug(line: string): void;
  /** Waits and successes. */
  info(line: string): void;
  /** Retries and refusals. */
  warn(line: string): void;
  /** Failed calls. */
  error(line: string): void;
}

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** Level of a line: `debug` attempts, `info` waits and successes, `warn` retries and refusals, `error` failed calls. */
export type LogLevel = (typeof LEVELS)[number];

/** Options of {@link logTo}. */
export interface LogOptions {
  /** Lowest level that is logged. @default "debug" */
  readonly level?: LogLevel | undefined;
}

/**
 * Hooks that log one line for each attempt, wait, retry and end of a call: `svc 12 GET https://svc.example.com/health
 * #1: 200 in 34 ms`. 12 is the number of the call, 1 that of the attempt. No line contains a credential, a query or a
 * body.
 *
 * @throws ConfigurationError for a logger that lacks a method, and for an unknown level
 */
export function logTo(logger: Logger, { level = "debug" }: LogOptions = {}): Hooks {
  const lowest = LEVELS.indexOf(level);
  if (lowest < 0) throw invalid("level", `one of ${LEVELS.join(", ")}`, level);
  for (const name of LEVELS) if (typeof logger?.[name] !== "function") throw invalid(`logger.${name}`, "a function");
  const write = (at: LogLevel, { call, method, url, attempt }: CallEvent, text: string): void => {
    if (LEVELS.indexOf(at) >= lowest) logger[at](printable(`svc ${call} ${method} ${url} #${attempt}: ${text}`));
  };
  return {
    onWait: (event) => write("info", event, `waits for the rate limit, ${limitText(event.rateLimit)}`),
    onRequest: (event) => write("debug", event, `sent (${event.operation})`),
    onResponse: (event) => write("debug", event, `${event.status} in ${Math.round(event.durationMs)} ms`),
    onRateLimit: (event) => write("warn", event, `refused for the rate limit, ${limitText(event.rateLimit)}`),
    onRetry: (event) =>
      write("warn", event, `${event.status ?? event.error}: retry in ${Math.round(event.delayMs)} ms`),
    onEnd: (event) =>
      event.error === undefined
        ? write("info", event, `done in ${Math.round(event.durationMs)} ms`)
        : write("error", event, `failed in ${Math.round(event.durationMs)} ms: ${event.error}`),
  };
}

function limitText({ limit, remaining, resetAt, queued }: RateLimitSnapshot): string {
  const known = limit === undefined ? "limit unknown" : `${remaining ?? "?"} of ${limit} left`;
  return `${known}${resetAt ? ` until ${resetAt.toISOString()}` : ""}, ${queued} waiting`;
}
