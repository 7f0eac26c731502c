import { expect, test } from "vitest";
import { closeOnSignals } from "../../src/waiters.ts";
import { settled } from "../support/manual-clock.ts";
import { createJobs, job } from "./jobs.ts";

/** Turns of the microtask queue in which everything happens that a block of `await using` does. */
const TURNS = 250;

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await undefined;
};

/** A service of jobs whose requests arrive and whose responses leave some turns later, with what runs there. */
function createService(endStatus = 204) {
  const running = new Set<string>();
  let ends = 0;
  const jobs = createJobs(async (request, count) => {
    await turns(5);
    // A request that was aborted on its way does not arrive.
    request.signal.throwIfAborted();
    const id = request.method === "POST" ? `j${count}` : (request.url.split("/").at(-1) ?? "");
    if (request.method === "POST") running.add(id);
    if (request.method === "DELETE") ends++;
    if (request.method === "DELETE" && endStatus === 204) running.delete(id);
    await turns(5);
    return request.method === "DELETE" ? new Response(null, { status: endStatus }) : job("active", id);
  });
  return { ...jobs, running, ends: () => ends };
}

type Service = ReturnType<typeof createService>;
type Kill = (service: Service, controller: AbortController, reports: unknown[]) => void;

const KILLS: { readonly [name: string]: Kill } = {
  "the caller's signal": (_, controller) => controller.abort("killed"),
  "close() with closeResources": ({ svc }, _, reports) => {
    svc.close({ closeResources: true }).catch((error: unknown) => reports.push(error));
  },
  "a signal of the process": ({ svc }, _, reports) => {
    let signal = (_name: string): void => {};
    const process = {
      pid: 1,
      on: (_name: string, listener: (name: string) => void) => (signal = listener),
      off() {},
      kill() {},
    };
    closeOnSignals(svc, { process, signals: ["SIGTERM"], onError: (error) => reports.push(error) });
    signal("SIGTERM");
  },
};

async function block({ svc }: Service, { signal }: AbortController): Promise<void> {
  await using started = await svc.jobs.start({ signal });
  await svc.jobs.untilActive(started.id, { signal });
  await svc.jobs.get(started.id, { signal });
}

test.each(Object.entries(KILLS))("killed by %s at any turn, nothing is left running", async (name, kill) => {
  for (let at = 0; at < TURNS; at++) {
    const service = createService();
    const controller = new AbortController();
    const reports: unknown[] = [];
    const ended = block(service, controller).catch(() => {});
    await turns(at);
    kill(service, controller, reports);
    await ended;
    await settled();
    expect([at, ...service.running, ...reports]).toEqual([at]);
    expect(service.ends()).toBeLessThanOrEqual(1);
    const begun = service.requests.length;
    if (name !== "the caller's signal") await service.svc.jobs.start().catch(() => {});
    if (name !== "the caller's signal") expect(service.requests).toHaveLength(begun);
  }
});

test.each(Object.entries(KILLS))("killed by %s at any turn, a failed end is reported", async (_, kill) => {
  for (let at = 0; at < TURNS; at++) {
    const service = createService(500);
    const controller = new AbortController();
    const reports: unknown[] = [];
    const ended = block(service, controller).catch((error: unknown) => void reports.push(error));
    await turns(at);
    kill(service, controller, reports);
    await ended;
    await settled();
    const told = reports.flatMap((error) => texts(error)).join("\n");
    if (service.running.size > 0) expect([at, told]).toEqual([at, expect.stringMatching(/jobs\.stop|job_stop/)]);
  }
});

/** Messages of an error and of those in it. */
function texts(error: unknown): string[] {
  const { message, error: last, suppressed, errors = [] } = error as Partial<SuppressedError & AggregateError>;
  return [message ?? "", ...[last, suppressed, ...errors].flatMap((one) => (one === undefined ? [] : texts(one)))];
}

test("the turns reach from before the request to after the end", async () => {
  const service = createService();
  let isOver = false;
  const ended = block(service, new AbortController()).then(() => {
    isOver = true;
  });
  await turns(TURNS);
  expect(isOver).toBe(true);
  await ended;
  expect(service.requests.map((request) => request.split(" ")[0])).toEqual(["POST", "GET", "GET", "DELETE"]);
});
