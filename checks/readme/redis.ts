import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { type PageServer, startServer } from "./start-server.ts";

/** A Redis of this check. */
export interface RedisServer extends PageServer {
  readonly url: string;
}

/** Starts a Redis on loopback that keeps nothing; `undefined` where none is installed. */
export async function startRedis(directory: string): Promise<RedisServer | undefined> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return undefined;
  const port = await freePort();
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const { stop } = await startServer(["redis-server", ...options], directory, /Ready to accept connections()/);
  return { port, stop, url: `redis://127.0.0.1:${port}` };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
