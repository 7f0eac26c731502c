import { Agent, request } from "node:http";

/** Sends requests over kept connections and returns how many were answered per second. */
export async function requestsPerSecond(
  url: string,
  { total, connections }: { total: number; connections: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const begin = performance.now();
  const worker = async (): Promise<void> => {
    while (sent++ < total) await once(url, agent);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return total / seconds;
}

function once(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, headers: { authorization: "Bearer token", accept: "application/json" } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        response.resume();
        response.once("end", resolve);
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}
