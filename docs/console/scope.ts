import * as client from "@svc/client";
import { createSvcClient } from "@svc/client";
import { waitUntil } from "@svc/client/waiters";
import { createFakeSvc } from "@svc/testing";
import { createBuilders } from "@svc/testing/build";
import { createMovableClock } from "../../packages/testing/src/clock/movable-clock.ts";

const clock = createMovableClock();
const fake = createFakeSvc({ clock, rateLimit: { limit: 20, window: { seconds: 10 } } });

/** The names that code of the console finds, beside the exports of `@svc/client`. */
export const scope = {
  svc: fake.client(createSvcClient),
  fake,
  clock,
  build: createBuilders({ now: clock.now }),
  waitUntil,
};

/** The type of {@link scope}. */
export type Scope = typeof scope;

/** All names in scope. */
export const names: Readonly<Record<string, unknown>> = { ...client, ...scope };
