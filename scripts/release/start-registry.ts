import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../toolkit/run-command.ts";
import { RELEASE_TOOLS } from "./release-tools.ts";

/** Milliseconds that a registry may take to answer. */
const START_LIMIT_MS = 30_000;

/** Milliseconds that a registry lives at most: the limit of a whole rehearsal. */
const LIFE_LIMIT_MS = 30 * 60_000;

/**
 * Starts a registry on a free port of loopback, with its storage in `directory`. It knows nothing of `@svc/*`, nor
 * of `@acme/*` of the examples, but what is published to it; all else comes from `upstream`. `endCommands` ends it.
 *
 * @returns its address
 * @throws Error with its output where it does not answer
 */
export async function startRegistry(directory: string, upstream: string): Promise<string> {
  const port = await freePort();
  const config = join(directory, "config.yaml");
  mkdirSync(directory, { recursive: true });
  writeFileSync(config, JSON.stringify(configuration(directory, upstream)));
  const command = [...RELEASE_TOOLS.verdaccio, "--config", config, "--listen", `127.0.0.1:${port}`];
  const ended = runCommand(command, { cwd: directory, timeoutMs: LIFE_LIMIT_MS });
  const url = `http://127.0.0.1:${port}/`;
  const answer = await Promise.race([ended, untilAnswering(url)]);
  if (answer !== undefined) throw new Error(`The registry ended:\n${answer.output}`);
  return url;
}

/**
 * Written as JSON, which is YAML.
 *
 * @see https://verdaccio.org/docs/configuration
 */
function configuration(directory: string, upstream: string): object {
  return {
    storage: join(directory, "storage"),
    uplinks: { upstream: { url: upstream, maxage: "30m", max_fails: 10, timeout: "60s" } },
    packages: {
      // No uplink: whatever is installed under these names is what was published here.
      "@svc/*": { access: "$all", publish: "$all" },
      "@acme/*": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "upstream" },
    },
    web: { enable: false },
    log: { type: "stdout", format: "pretty", level: "warn" },
    max_body_size: "50mb",
  };
}

async function untilAnswering(url: string): Promise<undefined> {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  for (;;) {
    const response = await fetch(`${url}-/ping`, { signal: limit }).catch(() => undefined);
    if (response?.ok) return;
    if (limit.aborted) throw new Error(`The registry did not answer within ${START_LIMIT_MS / 1000} s.`);
    await sleep(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
