import { expect, test } from "vitest";
import { redact, redactCause } from "./redact.ts";

test("secrets and the queries of addresses are removed", () => {
  expect(redact("token=abcd&x https://a.example/b?sig=1&e=2 and (http://c/d?x)", ["abcd"])).toBe(
    "token=***&x https://a.example/b?*** and (http://c/d?***",
  );
});

test("a secret that is in every text is none", () => {
  expect(redact("a cat", ["a", ""])).toBe("a cat");
});

test("a cause without secrets is kept, one with secrets is replaced, however deep", () => {
  const clean = (text: string): string => redact(text, ["secret"]);
  const good = new TypeError("fetch failed", { cause: new Error("reset") });
  expect(redactCause(good, clean)).toBe(good);
  const bad = new TypeError("fetch failed", { cause: Object.assign(new Error("sent secret"), { code: "E1" }) });
  const copy = redactCause(bad, clean) as Error;
  expect(copy).toMatchObject({
    name: "TypeError",
    message: "fetch failed",
    cause: { message: "sent ***", code: "E1" },
  });
  expect(`${copy.stack} ${(copy.cause as Error).stack}`).not.toContain("secret");
});

test("a cause that is its own cause ends", () => {
  const loop = new Error("secret");
  loop.cause = loop;
  expect(redactCause(loop, (text) => redact(text, ["secret"]))).toMatchObject({ message: "***" });
});
