/**
 * A log of calls, for development and for production.
 *
 * @packageDocumentation
 */

export { type Logger, type LogLevel, type LogOptions, logTo } from "./log/log-to.ts";
