import { expect, test } from "vitest";
import { redactBody, redactHeaders, redactTarget } from "./redact-call.ts";

test("headers keep the scheme of a credential, and nothing else of it", () => {
  const headers = redactHeaders(
    [
      ["Authorization", "Bearer secret"],
      ["X-Key", "secret"],
      ["X-Auth-Token", "secret of two words"],
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
  expect(redactTarget("/x?key=shown", new Set())).toBe("/x?key=shown");
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

test.each([
  ..."access_token X-Auth-Token device_token webhookSecret new_password aws_secret_access_key session_cookie".split(
    " ",
  ),
  ..."X-Api-Key api_key Set-Cookie Proxy-Authorization csrf-token client_assertion mfa_code pin sig otp".split(" "),
])("%s carries a credential, whatever the document says", (name) => {
  expect(redactTarget(`/x?${name}=SEKRET&b=1`, new Set())).toBe(`/x?${name}=[redacted]&b=1`);
  expect(JSON.stringify(redactHeaders([[name, "Basic SEKRET"]], new Set()))).not.toContain("SEKRET");
});

test.each([
  ..."page_token next_page_token nextSyncToken max_tokens token_type tokens spinning key partition_key".split(" "),
  ..."limit has_cookies password_updated_at secretary code session_id signed".split(" "),
])("%s carries none", (name) => {
  expect(redactTarget(`/x?${name}=shown`, new Set())).toBe(`/x?${name}=shown`);
  expect(Object.values(redactHeaders([[name, "shown"]], new Set()))).toEqual(["shown"]);
});
