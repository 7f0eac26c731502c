import { expect, test } from "vitest";
import { redactBody, redactHeaders, redactTarget } from "./redact.ts";

test("headers keep the scheme of a credential, and nothing else of it", () => {
  const headers = redactHeaders(
    [
      ["Authorization", "Bearer secret"],
      ["X-Key", "secret"],
      ["Cookie", "sid=secret; b=secret"],
      ["Proxy-Authorization", "secret"],
      ["Accept", "a"],
      ["accept", "b"],
      ["__proto__", "x"],
    ],
    new Set(["x-key"]),
  );
  expect(JSON.stringify(headers)).not.toContain("secret");
  expect(headers).toMatchObject({ authorization: "Bearer [redacted]", "x-key": "[redacted]", accept: "a, b" });
});

test("secret query parameters are replaced, the others stay as sent", () => {
  expect(redactTarget("/x?a=1&API_KEY=secret&b=%20", new Set(["api_key"]))).toBe("/x?a=1&API_KEY=[redacted]&b=%20");
  expect(redactTarget("/x?api_key=secret", new Set())).toBe("/x?api_key=secret");
  expect(redactTarget("/x", new Set(["a"]))).toBe("/x");
});

test("tokens and passwords are replaced in bodies", () => {
  const json = '{"access_token" : "se\\"cret","expires_in":1,"refresh_token":"secret"}';
  expect(redactBody(json, "application/json")).toBe(
    '{"access_token" : "[redacted]","expires_in":1,"refresh_token":"[redacted]"}',
  );
  expect(redactBody("username=u&password=secret", "application/x-www-form-urlencoded")).toBe(
    "username=u&password=[redacted]",
  );
});
