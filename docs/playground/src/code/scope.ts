import type { Service } from "../service/service.ts";
import type { World } from "../world/create-world.ts";

/** One line that code has printed. */
export interface Printed {
  readonly level: "log" | "warn" | "error";
  readonly values: readonly unknown[];
}

/** The names that code finds, and what they stand for. */
export function createScope({ names }: Service, world: World, print: (line: Printed) => void): Record<string, unknown> {
  const to =
    (level: Printed["level"]) =>
    (...values: unknown[]): void =>
      print({ level, values });
  const log = to("log");
  const { svc, fake, build, clock, signal, createClient, createFakeSvc } = world;
  return {
    ...names,
    svc,
    fake,
    build,
    clock,
    signal,
    createClient,
    createFakeSvc,
    console: { log, info: log, debug: log, table: log, warn: to("warn"), error: to("error") },
  };
}
