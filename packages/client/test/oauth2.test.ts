import { expect, test } from "vitest";
import { type CredentialSource, oauth2Password } from "../src/index.ts";
import { oauth2AuthorizationCode, oauth2ClientCredentials, oauth2Device, oauth2Refresh } from "../src/oauth2.ts";
import { createClient, type SvcClientOptions } from "../src/runtime.ts";
import { json, type Methods, rejection } from "./support/client.ts";
import { manualClock } from "./support/manual-clock.ts";
import { table } from "./support/table.ts";

const flows = {
  password: { tokenUrl: "token" },
  clientCredentials: { tokenUrl: "oauth/token" },
  authorizationCode: { authorizationUrl: "oauth/authorize", tokenUrl: "/oauth/token" },
  deviceAuthorization: { deviceAuthorizationUrl: "oauth/device", tokenUrl: "https://login.example/token" },
};
const declared = { ...table, schemes: { ...table.schemes, bearer: { kind: "bearer", flows } as const } };

interface Sent {
  readonly url: string;
  readonly form: { readonly [name: string]: string };
  readonly authorization: string | null;
}

/** A client of a document with all flows, whose authorization server gives these answers; the service takes every token. */
function open(auth: CredentialSource, tokens: readonly (() => Response)[], options: Partial<SvcClientOptions> = {}) {
  const left = [...tokens];
  const clock = manualClock();
  const asked: Sent[] = [];
  const bearers: (string | null)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const authorization = headers.get("authorization");
    if (method === "POST") {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      asked.push({ url, form, authorization });
      return (left.length > 1 ? left.shift() : left[0])?.() ?? json({}, { status: 500 });
    }
    bearers.push(authorization);
    return json(null);
  };
  const all = { baseUrl: "https://api.example/v1", auth, clock, fetch, retry: false as const, ...options };
  return { svc: createClient<Methods, Record<string, Record<string, never>>>(declared, all), clock, asked, bearers };
}

const token =
  (more: object = {}) =>
  () =>
    json({ access_token: "at-1", token_type: "bearer", expires_in: 3600, refresh_token: "rt-1", ...more });
const refused = (error: string) => () => json({ error }, { status: 400 });
const app = { clientId: "app", clientSecret: "s3cret" };

test("the password flow takes the document's token URL, and the client's fetch, clock and time limit", async () => {
  const login = { username: "ann", password: "correct-horse" };
  const { svc, asked, bearers, clock } = open(oauth2Password(login), [token({ expires_in: 60 }), token()]);
  await svc.health.get();
  expect(asked[0]).toMatchObject({ url: "https://api.example/v1/token", form: { grant_type: "password" } });
  expect(bearers).toEqual(["Bearer at-1"]);
  await clock.advance(59_000);
  await svc.health.get();
  expect(asked[1]?.form["grant_type"]).toBe("refresh_token");
  const never = open(oauth2Password(login), [() => new Promise(() => {}) as never], { timeoutMs: 700 });
  const late = rejection(never.svc.health.get());
  await never.clock.advance(700);
  expect((await late).name).toMatch(/TimeoutError|ConnectionError/);
});

test("one source at two services has two tokens", async () => {
  const auth = oauth2Password({ username: "ann", password: "correct-horse" });
  const [a, b] = [open(auth, [token()]), open(auth, [token()], { baseUrl: "https://other.example" })];
  await a.svc.health.get();
  await b.svc.health.get();
  expect([a.asked[0]?.url, b.asked[0]?.url]).toEqual(["https://api.example/v1/token", "https://other.example/token"]);
});

test("without a token URL in document and options, the call fails and names the option", async () => {
  const auth = oauth2Password({ username: "a", password: "b" });
  const fetch = async (): Promise<Response> => json(null);
  const svc = createClient<Methods, never>(table, { baseUrl: "https://api.example", auth, fetch });
  expect((await rejection(svc.health.get())).message).toContain("oauth2Password: tokenUrl: expected");
});

test("a source of one's own gets the same context", async () => {
  const seen: object[] = [];
  const { svc, clock } = open((_, context) => {
    seen.push(context);
    return "t";
  }, []);
  await svc.health.get();
  expect(seen[0]).toMatchObject({ baseUrl: "https://api.example/v1/", flows, clock, timeoutMs: 60_000 });
});

test.each([
  [() => oauth2ClientCredentials({ ...app, scop: "read" } as never), "scop: unknown option"],
  [() => oauth2ClientCredentials(undefined as never), "oauth2ClientCredentials: expected an object"],
  [() => oauth2Refresh({ ...app, refreshToken: "r", redirectUri: "x" } as never), "redirectUri: unknown option"],
  [() => oauth2Device(null as never), "oauth2Device: expected an object"],
])("options that cannot be right are refused by name: %#", (open, message) => {
  expect(open).toThrow(message);
});

test("client credentials", async () => {
  const { svc, asked, bearers } = open(oauth2ClientCredentials({ ...app, scope: "read" }), [token()]);
  await Promise.all([svc.health.get(), svc.health.get()]);
  expect(asked).toEqual([
    {
      url: "https://api.example/v1/oauth/token",
      form: { grant_type: "client_credentials", scope: "read" },
      authorization: `Basic ${btoa("app:s3cret")}`,
    },
  ]);
  expect(bearers).toEqual(["Bearer at-1", "Bearer at-1"]);
});

test("authorization code with PKCE: the verifier belongs to the challenge, and a wrong state is refused", async () => {
  let challenge = "";
  const login = (state?: string) =>
    oauth2AuthorizationCode({
      clientId: "app",
      redirectUri: "http://localhost:8000/back",
      authorize: async (url) => {
        challenge = url.searchParams.get("code_challenge") ?? "";
        expect(url.href).toMatch(/^https:\/\/api\.example\/v1\/oauth\/authorize\?response_type=code&client_id=app&/);
        return `http://localhost:8000/back?code=c0de&state=${state ?? url.searchParams.get("state")}`;
      },
    });
  const { svc, asked } = open(login(), [token()]);
  await svc.health.get();
  const { url, form } = asked[0] as Sent;
  expect([url, form["code"], form["client_id"]]).toEqual(["https://api.example/oauth/token", "c0de", "app"]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(form["code_verifier"]));
  expect(Buffer.from(digest).toString("base64url")).toBe(challenge);
  const forged = open(login("forged"), [token()]);
  expect((await rejection(forged.svc.health.get())).name).toBe("SvcApiError");
  expect(forged.asked).toEqual([]);
});

test("device: polls as slowly as the server wants, until the user has agreed", async () => {
  const device = {
    device_code: "dc",
    user_code: "AB-CD",
    verification_uri: "https://login.example/go",
    expires_in: 600,
  };
  const prompts: string[] = [];
  const auth = oauth2Device({ clientId: "app", onPrompt: ({ userCode }) => prompts.push(userCode) });
  const pending = refused("authorization_pending");
  const { svc, asked, clock } = open(auth, [() => json(device), pending, refused("slow_down"), token()]);
  const call = svc.health.get();
  const polls: number[] = [];
  for (const ms of [4999, 2, 5000, 5000, 5000]) {
    await clock.advance(ms);
    polls.push(asked.length - 1);
  }
  await call;
  expect(prompts).toEqual(["AB-CD"]);
  expect(polls).toEqual([0, 1, 2, 2, 3]);
  expect(asked[1]?.url).toBe("https://login.example/token");
});

test("device: a server that wants no pause is asked once a second, until the code ends", async () => {
  const device = {
    device_code: "d",
    user_code: "u",
    verification_uri: "https://a.test",
    expires_in: 30,
    interval: 0.01,
  };
  const auth = oauth2Device({ clientId: "app", onPrompt: () => {} });
  const { svc, asked, clock } = open(auth, [() => json(device), refused("authorization_pending")], {
    timeoutMs: false,
  });
  const call = rejection(svc.health.get());
  for (let second = 0; second < 40; second++) await clock.advance(1000);
  expect((await call).name).toBe("AuthenticationError");
  expect(asked.length).toBeLessThanOrEqual(31);
});

test("a stored refresh token; a refused one is an AuthenticationError", async () => {
  const stored: object[] = [];
  const auth = (): CredentialSource =>
    oauth2Refresh({ ...app, refreshToken: "rt-0", onTokens: (tokens) => stored.push(tokens) });
  const { svc, asked } = open(auth(), [token()]);
  await svc.health.get();
  expect(asked[0]?.form).toEqual({ grant_type: "refresh_token", refresh_token: "rt-0" });
  expect(stored).toEqual([{ accessToken: "at-1", refreshToken: "rt-1" }]);
  const { svc: second } = open(auth(), [refused("invalid_grant")]);
  expect(await rejection(second.health.get())).toMatchObject({ name: "AuthenticationError" });
});

test.each([
  [refused("invalid_client"), "AuthenticationError"],
  [() => json({ error: "slow_down" }, { status: 429 }), "RateLimitError"],
  [() => json({ access_token: 5 }), "SvcApiError"],
  [() => Promise.reject(new TypeError("fetch failed")) as never, "ConnectionError"],
])("a failure of the token endpoint is %#", async (answer, name) => {
  const { svc } = open(oauth2ClientCredentials(app), [answer]);
  const error = await rejection(svc.health.get());
  expect(error.name).toBe(name);
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain("s3cret");
});

test.each([
  ["that never ends", () => new Response(new ReadableStream({}), { headers: { "content-type": "application/json" } })],
  ["of two megabytes", () => json({ access_token: "x".repeat(2e6), token_type: "bearer" })],
])("an answer %s of the token endpoint does not stop the calls after it", async (_, answer) => {
  const { svc, bearers, clock } = open(oauth2ClientCredentials(app), [answer, token()], { timeoutMs: 700 });
  const first = rejection(svc.health.get());
  await clock.advance(700);
  expect((await first).name).toMatch(/^(Connection|Timeout)Error$/);
  await svc.health.get();
  expect(bearers).toEqual(["Bearer at-1"]);
});
