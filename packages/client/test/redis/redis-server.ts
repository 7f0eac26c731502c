import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis of one's own, in memory, on a port of loopback. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** SIGSTOP and SIGCONT. */
  pause(): void;
  resume(): void;
  /** Ends it; what it held is lost. */
  kill(): Promise<void>;
  /** Starts it anew, empty, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts `redis-server` in a directory of its own. @throws where it is not installed */
export async function startRedis(args: readonly string[] = [], isStarted = true): Promise<RedisServer> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), "svc-redis-"));
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const own = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", directory];
    const started = spawn("redis-server", [...own, ...args], { stdio: "ignore" });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once("error", reject);
      started.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
      untilOpen(port, resolve);
    });
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) resolve();
      else {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }
    });
  if (isStarted) await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pause: () => child?.kill("SIGSTOP"),
    resume: () => child?.kill("SIGCONT"),
    kill,
    start,
    async close() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function untilOpen(port: number, done: () => void): void {
  const socket = connect(port, "127.0.0.1");
  socket.once("connect", () => {
    socket.destroy();
    done();
  });
  socket.once("error", () => setTimeout(() => untilOpen(port, done), 5));
}

/** Whether there is a `redis-server` to start. Tests skip where there is none. */
export function hasRedis(): boolean {
  const isThere = spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
  if (!isThere)
    process.stderr.write("Skipped: redis-server is not installed (Debian: apt-get install redis-server).\n");
  return isThere;
}
