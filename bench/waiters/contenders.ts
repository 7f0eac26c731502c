import { createClient, withWaiters } from "@svc/client/runtime";
import type { SimulatedClock } from "./simulated-clock.ts";

/** Time, randomness and network of a contender. */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: () => number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Waits until a resource is active. */
type Wait = (id: string) => Promise<unknown>;

const BASE = "https://api.example";

const isActive = async (response: Response): Promise<boolean> =>
  response.ok && ((await response.json()) as { readonly state?: unknown }).state === "active";

/** Delay that a refusal asks for, in milliseconds. */
const asked = ({ headers }: Response): number => Number(headers.get("retry-after")) * 1000;

/** Ways to wait, by their names. */
export const CONTENDERS: { readonly [name: string]: (world: World) => Wait } = {
  "@svc/client": ({ clock, random, fetch }) => {
    const waiters = [{ name: "untilActive", pointer: ["state"], success: ["active"], timeoutMs: 2 ** 31 - 1 }];
    const operations = [{ id: "get", method: "GET", path: "/{id}", name: "things.get", waiters }];
    const table = { documentVersion: "1", schemes: {}, security: [], operations };
    const options = { baseUrl: BASE, clock, random, fetch };
    const svc = withWaiters(createClient<{ things: { untilActive: Wait } }, object>(table, options), table);
    return (id) => svc.things.untilActive(id);
  },
  "a loop by hand, each second":
    ({ clock, fetch }) =>
    async (id) => {
      while (!(await isActive(await fetch(new Request(`${BASE}/${id}`))))) await clock.sleep(1000);
    },
  "a loop by hand that keeps Retry-After":
    ({ clock, fetch }) =>
    async (id) => {
      for (;;) {
        const response = await fetch(new Request(`${BASE}/${id}`));
        if (await isActive(response)) return;
        await clock.sleep(response.status === 429 ? asked(response) : 1000);
      }
    },
  // Waiter: https://smithy.io/2.0/additional-specs/waiters.html#waiter-retries, with 2 s and 120 s as most services have
  // them; the client's standard retries: three attempts, throttled ones up to 0.5 s, then 1 s later, Retry-After kept.
  "AWS SDK's waiter":
    ({ clock, random, fetch }) =>
    async (id) => {
      const [least, most] = [2000, 120_000];
      const ceiling = Math.log2(most / least) + 1;
      const send = async (): Promise<boolean> => {
        for (let attempt = 1; ; attempt++) {
          const response = await fetch(new Request(`${BASE}/${id}`));
          if (response.status !== 429 || attempt === 3) return isActive(response);
          await clock.sleep(Math.max(asked(response), random() * 500 * 2 ** (attempt - 1)));
        }
      };
      for (let attempt = 1; !(await send()); attempt++)
        await clock.sleep(attempt > ceiling ? most : least + random() * (least * 2 ** (attempt - 1) - least));
    },
};
