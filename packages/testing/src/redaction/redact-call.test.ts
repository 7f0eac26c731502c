import { expect, test } from "vitest";
import { redactBody, redactHeaders, redactTarget } from "./redact-call.ts";
import { credentialNames } from "./secret-names.ts";

/** Names of a document that declares these API keys. */
function namesOf(...keys: string[]) {
  const schemes = keys.map((name) => [name, { type: "apiKey", in: "header", name }] as const);
  return credentialNames({ securitySchemes: Object.fromEntries(schemes) });
}

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
    namesOf("X-Key"),
  );
  expect(JSON.stringify(headers)).not.toContain("secret");
  expect(headers).toMatchObject({ authorization: "Bearer [redacted]", "x-key": "[redacted]", accept: "a, b" });
});

test("secret query parameters are replaced, the others stay as sent", () => {
  expect(redactTarget("/x?a=1&APPID=secret&%61ppid=secret&b=%20", namesOf("appid"))).toBe(
    "/x?a=1&APPID=[redacted]&%61ppid=[redacted]&b=%20",
  );
  expect(redactTarget("/x?key=shown", namesOf())).toBe("/x?key=shown");
  expect(redactTarget("/x", namesOf("a"))).toBe("/x");
});

test("tokens and passwords are replaced in bodies", () => {
  const json = '{"access_token" : "se\\"cret","expires_in":1,"refresh_token":"secret"}';
  expect(redactBody(json, "application/json", namesOf())).toBe(
    '{"access_token" : "[redacted]","expires_in":1,"refresh_token":"[redacted]"}',
  );
  expect(
    redactBody("username=u&password=secret&appid=secret", "application/x-www-form-urlencoded", namesOf("appid")),
  ).toBe("username=u&password=[redacted]&appid=[redacted]");
});

test.each([
  ..."access_token X-Auth-Token device_token webhookSecret new_password aws_secret_access_key session_cookie".split(
    " ",
  ),
  ..."X-Api-Key api_key Set-Cookie Proxy-Authorization csrf-token client_assertion mfa_code pin sig otp".split(" "),
])("%s carries a credential, whatever the document says", (name) => {
  expect(redactTarget(`/x?${name}=SEKRET&b=1`, namesOf())).toBe(`/x?${name}=[redacted]&b=1`);
  expect(JSON.stringify(redactHeaders([[name, "Basic SEKRET"]], namesOf()))).not.toContain("SEKRET");
});

test.each([
  ..."page_token next_page_token nextSyncToken max_tokens token_type tokens spinning key partition_key".split(" "),
  ..."limit has_cookies password_updated_at secretary code session_id signed".split(" "),
])("%s carries none", (name) => {
  expect(redactTarget(`/x?${name}=shown`, namesOf())).toBe(`/x?${name}=shown`);
  expect(Object.values(redactHeaders([[name, "shown"]], namesOf()))).toEqual(["shown"]);
});
