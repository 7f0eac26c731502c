import { expect, test } from "vitest";
import { createTokenEndpoint, type TokenEndpoint, tokenPaths } from "./token-endpoint.ts";

const NOW = 1_000_000;
const FORM = "application/x-www-form-urlencoded";

function post(tokens: TokenEndpoint, form: Record<string, string> | undefined, type: string | undefined = FORM) {
  const headers: [string, string][] = [["x-other", FORM]];
  if (type !== "") headers.push(["Content-Type", type]);
  const body = form === undefined ? undefined : new TextEncoder().encode(new URLSearchParams(form).toString());
  const request = { method: "POST", target: "/token", headers, origin: "", ...(body && { body }) };
  const answer = tokens.respond(request, NOW);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: JSON.parse(String(answer.body)) as Record<string, unknown>,
  };
}

const LOGIN = { grant_type: "password", username: "u", password: "p" };
const INVALID_REQUEST = { error: "invalid_request" };

test("a password gives two tokens that no cache may keep (RFC 6749, section 5.1)", () => {
  const { status, headers, body } = post(createTokenEndpoint(), LOGIN);
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
  expect(body).toEqual({
    access_token: "fake-access-token-1",
    token_type: "bearer",
    expires_in: 3600,
    refresh_token: "fake-refresh-token-1",
  });
});

test("a token is good for its time, one that was not issued never", () => {
  const tokens = createTokenEndpoint();
  post(tokens, LOGIN);
  const at = (now: number) => tokens.accepts("fake-access-token-1", now);
  expect([at(NOW), at(NOW + 3_599_999), at(NOW + 3_600_000)]).toEqual([true, true, false]);
  expect(tokens.accepts("fake-access-token-2", NOW)).toBe(false);
});

test("a refresh token is good once (section 6), and only as one", () => {
  const tokens = createTokenEndpoint();
  const refresh = (token: string) => post(tokens, { grant_type: "refresh_token", refresh_token: token });
  const { refresh_token } = post(tokens, LOGIN).body;
  expect(refresh(String(refresh_token)).body["access_token"]).toBe("fake-access-token-2");
  for (const token of [String(refresh_token), "", "fake-access-token-2"]) {
    expect(refresh(token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  }
  expect(post(tokens, { grant_type: "refresh_token" }).body).toEqual({ error: "invalid_grant" });
});

test("without users everybody may come, with users they alone", () => {
  const tokens = createTokenEndpoint();
  expect(post(tokens, { ...LOGIN, username: "anybody" }).status).toBe(200);
  tokens.allow({ username: "u", password: "p" });
  expect(post(tokens, LOGIN).status).toBe(200);
  for (const wrong of [{ username: "v" }, { password: "q" }]) {
    expect(post(tokens, { ...LOGIN, ...wrong })).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  }
});

test.each([
  ["no username", { grant_type: "password", password: "p" }, FORM, INVALID_REQUEST],
  ["no password", { grant_type: "password", username: "u" }, FORM, INVALID_REQUEST],
  ["an empty password", { ...LOGIN, password: "" }, FORM, INVALID_REQUEST],
  ["another grant", { ...LOGIN, grant_type: "client_credentials" }, FORM, { error: "unsupported_grant_type" }],
  ["no body", undefined, FORM, INVALID_REQUEST],
  ["JSON", LOGIN, "application/json", INVALID_REQUEST],
  ["a type that only ends like a form's", LOGIN, `x-${FORM}`, INVALID_REQUEST],
  ["no type", LOGIN, "", INVALID_REQUEST],
])("%s is refused (section 5.2)", (_, form, type, body) => {
  expect(post(createTokenEndpoint(), form, type)).toMatchObject({
    status: 400,
    body,
    headers: { "cache-control": "no-store" },
  });
});

test("a form's type may be in capitals and have parameters", () => {
  expect(post(createTokenEndpoint(), LOGIN, `${FORM.toUpperCase()}; charset=utf-8`).status).toBe(200);
});

test("revoked are access tokens; what is cleared is forgotten with the users", () => {
  const tokens = createTokenEndpoint();
  tokens.allow({ username: "u", password: "p" });
  const first = post(tokens, LOGIN).body;
  tokens.revokeAll();
  expect(tokens.accepts(String(first["access_token"]), NOW)).toBe(false);
  const refresh = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
  const second = post(tokens, refresh).body;
  expect(tokens.accepts(String(second["access_token"]), NOW)).toBe(true);
  tokens.clear();
  expect(tokens.accepts(String(second["access_token"]), NOW)).toBe(false);
  expect(post(tokens, { ...refresh, refresh_token: String(second["refresh_token"]) }).status).toBe(400);
  expect(post(tokens, { ...LOGIN, password: "q" }).status).toBe(200);
});

test("a request without a grant type is invalid, not of an unknown one (RFC 6749, section 5.2)", () => {
  const tokens = createTokenEndpoint();
  expect(post(tokens, { username: "u", password: "p" }).body).toEqual(INVALID_REQUEST);
  expect(post(tokens, { grant_type: "", username: "u", password: "p" }).body).toEqual(INVALID_REQUEST);
  expect(post(tokens, { grant_type: "magic" }).body).toEqual({ error: "unsupported_grant_type" });
});

test.each<[string, string | undefined, string[]]>([
  ["https://x.test", undefined, ["/token"]],
  ["https://x.test", "token", ["/token"]],
  ["https://x.test", "auth/login", ["/token", "/auth/login"]],
  ["https://x.test", "/auth/login?x=1", ["/token", "/auth/login"]],
  ["https://x.test/api/v1", "auth/login", ["/token", "/auth/login"]],
  ["https://x.test/api/v1", "/api/v1/auth/login", ["/token", "/auth/login"]],
  ["https://x.test/api/v1", "/oauth", ["/token", "/oauth"]],
  ["https://x.test", "https://login.test/oauth/token", ["/token", "/oauth/token"]],
  ["https://x.test", "http://[", ["/token"]],
])("below %s the token URL %s is answered at %j", (baseUrl, tokenUrl, paths) => {
  const scheme = { type: "oauth2" as const, flows: ["password"], ...(tokenUrl !== undefined && { tokenUrl }) };
  expect([...tokenPaths({ securitySchemes: { scheme } }, baseUrl)]).toEqual(paths);
});
