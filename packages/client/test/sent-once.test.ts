import { expect, test } from "vitest";
import { mayRepeat } from "../src/retry/retry-decision.ts";
import { type Answer, json, setup } from "./support/client.ts";

const broken = (code: string): Error => new TypeError("x", { cause: Object.assign(new Error("x"), { code }) });
const status = (code: number, headers = {}): Response => new Response(null, { status: code, headers });
const cut = (): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut")) }));
const redirect = (code: number): Response => status(code, { location: "/there" });

/** How a service may answer, and whether the request was refused unread, or never left the machine. */
const ANSWERS: readonly (readonly [name: string, answers: Answer[], isUntouched: boolean])[] = [
  ["200", [json({})], false],
  ["400", [status(400)], false],
  ["401", [status(401), json({})], true],
  ["408", [status(408), json({})], false],
  ["409", [status(409)], false],
  ["429", [status(429, { "retry-after": "0" }), json({})], true],
  ["500", [status(500), json({})], false],
  ["503 with Retry-After", [status(503, { "retry-after": "0" }), json({})], false],
  ["connection refused", [broken("ECONNREFUSED"), json({})], true],
  ["connection reset", [broken("ECONNRESET"), json({})], false],
  ["a body that is cut", [cut, json({})], false],
  ["no answer in time", [() => new Promise(() => {})], false],
  ["303, then 429", [redirect(303), status(429), json({})], false],
  ["302, then connection refused", [redirect(302), broken("ECONNREFUSED"), json({})], false],
  ["303, then 401", [redirect(303), status(401), json({})], false],
];

const METHODS = ["GET", "PUT", "DELETE", "POST", "PATCH"];

test.each(
  ANSWERS.flatMap(([name, answers, isUntouched]) =>
    METHODS.flatMap((method) =>
      [true, false].map((idempotent) => ({ method, name, idempotent, answers, isUntouched })),
    ),
  ),
)("$method, $name, idempotent: $idempotent", async ({ method, idempotent, answers, isUntouched }) => {
  const auth = (rejected?: string): string => (rejected ? "token-2" : "token-1");
  const { svc, requests, clock } = setup([...answers], { auth, timeoutMs: 1000 });
  const call = svc.raw.request(method as never, "/items" as never, { idempotent } as never) as Promise<unknown>;
  const ended = call.catch((error: unknown) => error);
  await clock.advance(120_000);
  await ended;
  const sent = requests.filter((request) => request.method === method && request.url.endsWith("/items"));
  const isUnsafe = (method === "POST" || method === "PATCH") && !idempotent;
  if (isUnsafe && !isUntouched) expect(sent).toHaveLength(1);
  if (isUnsafe && isUntouched) expect(sent).toHaveLength(2);
});

test("the rule is one function", () => {
  const failed = { status: 500, code: undefined };
  expect(METHODS.filter((method) => mayRepeat({ method, ...failed }))).toEqual(["GET", "PUT", "DELETE"]);
  expect(METHODS.every((method) => mayRepeat({ method, ...failed, isIdempotent: true }))).toBe(true);
  expect(mayRepeat({ method: "POST", status: 429, code: undefined, isCarriedOut: true })).toBe(false);
});
