import * as client from "@svc/client";
import { createSvcClient } from "@svc/client";
import { waitUntil } from "@svc/client/waiters";
import { createFakeSvc } from "@svc/testing";
import { createBuilders } from "@svc/testing/build";
import { createMovableClock } from "../../packages/testing/src/clock/movable-clock.ts";
import type { Line } from "../../packages/testing/src/console/views/editor.tsx";
import type { Question, Reply, Told } from "./connect.ts";
import { answer } from "./listen.ts";

const clock = createMovableClock();
const fake = createFakeSvc({ clock, rateLimit: { limit: 20, window: { seconds: 10 } } });

/** The names that code of the console finds, beside the exports of `@svc/client`. */
const scope = {
  svc: fake.client(createSvcClient),
  fake,
  clock,
  build: createBuilders({ now: clock.now }),
  waitUntil,
};

/** The type of {@link scope}. */
export type Scope = typeof scope;

const tell = (told: Told): void => postMessage(told);

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<unknown>;

/** Prints what code prints, as lines of the console. */
function printer(isBad: boolean): (...values: unknown[]) => void {
  return (...values) => tell({ line: { text: values.map(textOf).join(" "), isBad } });
}

const print = printer(false);
const complain = printer(true);
const output = { log: print, info: print, debug: print, warn: complain, error: complain };

async function run(code: string): Promise<void> {
  const found = { ...client, ...scope, console: output };
  try {
    // A block: its names may be those in scope.
    const program = new AsyncFunction(...Object.keys(found), `"use strict";{\n${code}\n}`);
    const value = await program(...Object.values(found));
    if (value !== undefined) print(value);
  } catch (error) {
    complain(error);
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) {
    const facts = Object.keys(value).length > 0 ? ` ${textOf({ ...value })}` : "";
    return `${value.name}: ${value.message}${facts}`;
  }
  try {
    return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part), 2) ?? String(value);
  } catch {
    return String(value);
  }
}

async function reply(question: Question): Promise<Reply> {
  try {
    if ("ask" in question) return { json: await answer(question.ask, question.body) };
    await run(question.run);
    return { json: "null" };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

addEventListener("message", async ({ data, ports }: MessageEvent<Question>) =>
  ports[0]?.postMessage(await reply(data)),
);
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  complain("A promise was rejected and nobody waits for it:", event.reason satisfies unknown as Line["text"]);
});
void scope.fake.listen();
