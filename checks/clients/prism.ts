import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/toolkit/free-port.ts";

const CLI = join(import.meta.dirname, "test/node_modules/@stoplight/prism-cli/dist/index.js");
/** A minute: it reads GitHub's document in half of it, and Stripe's not in two. */
const ATTEMPTS = 600;

/** A mock server of Prism, in a process of its own. */
export interface PrismServer extends Disposable {
  readonly url: string;
}

/**
 * Starts Prism's mock server for a document.
 *
 * @throws Error where it ends, or does not listen in a minute
 */
export async function startPrism(document: string): Promise<PrismServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, "mock", "-p", String(port), "-v", "silent", document], {
    stdio: "ignore",
  });
  const server = { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void child.kill("SIGKILL") };
  try {
    await untilListens(port, child);
    return server;
  } catch (error) {
    server[Symbol.dispose]();
    throw error;
  }
}

async function untilListens(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (child.exitCode !== null) throw new Error(`Prism ended with code ${child.exitCode}.`);
    if (await listens(port)) return;
    await sleep(100);
  }
  throw new Error("Prism does not listen after a minute.");
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
