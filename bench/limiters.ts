import { join } from "node:path";
import { installWorkspace } from "../scripts/toolkit/install-workspace.ts";
import { settle } from "./pacing/tasks.ts";
import type { Report } from "./report.ts";

const CALLS = 150;
/** Servers that run at the same time, each with all clients on ports of their own. */
const AT_ONCE = 3;

/** 150 calls at once against rate limiters that others wrote. */
export async function run(): Promise<Report> {
  const folder = join(import.meta.dirname, "limiters");
  await installWorkspace(folder);
  const { SERVERS } = (await import("./limiters/servers.ts")) as typeof import("./limiters/servers.ts");
  const { CLIENTS } = (await import("./limiters/clients.ts")) as typeof import("./limiters/clients.ts");

  const play = async (server: string, client: string): Promise<string> => {
    const [start, shortest] = SERVERS[server] as (typeof SERVERS)[string];
    const limited = await start();
    const { task, close } = (CLIENTS[client] as (typeof CLIENTS)[string])(limited.url, server.startsWith("nginx"));
    const begin = performance.now();
    let last = begin;
    const call = async (): Promise<void> => {
      await task();
      last = performance.now();
    };
    const lost = await settle(Array.from({ length: CALLS }, call));
    const answered = CALLS - lost;
    const efficiency = Math.min(1, shortest(answered) / (last - begin));
    const cell = `${lost > 0 ? "–" : efficiency.toFixed(2)} / ${limited.refused()} / ${lost}`;
    await close?.();
    await limited.close();
    return cell;
  };

  const names = Object.keys(SERVERS);
  const rows: string[][] = [];
  const waiting = [...names.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, name] = next;
      rows[index] = [name, ...(await Promise.all(Object.keys(CLIENTS).map((client) => play(name, client))))];
      console.error(rows[index]?.join(" | "));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    name: "limiters",
    title: "At rate limiters that others wrote",
    method: `${CALLS} calls at once, 25 per 2 s (nginx: 20 per second, burst 20), on loopback with defaults, a server per client, peers with ten retries. Only p-throttle is configured with the limit. Each cell: efficiency (shortest possible time / time taken; – if calls were lost) / refusals (429 and 503) / calls lost.`,
    columns: ["server", ...Object.keys(CLIENTS)],
    rows,
  };
}
