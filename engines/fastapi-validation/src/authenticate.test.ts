import { describe, expect, test } from "vitest";
import { requestOf, responseOf, validatorOf, validOf } from "../test/support/validate-document.ts";
import { type HttpRequest, type HttpResponse, jsonResponse } from "./http.ts";

const schemes = {
  oauth: { type: "oauth2", flows: { password: { tokenUrl: "token", scopes: {} } } },
  basic: { type: "http", scheme: "basic" },
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "key" },
};

function get(security: object[]): object {
  return { get: { security, responses: { 200: { description: "ok" } } } };
}

const tried: string[] = [];

function checkCredential(credential: string): HttpResponse | undefined {
  tried.push(credential);
  return /^(?:good|user:pass)$/.test(credential) ? undefined : jsonResponse(401, { detail: "wrong" });
}

const validate = validatorOf(
  {
    "/oauth": get([{ oauth: [] }]),
    "/basic": get([{ basic: [] }]),
    "/header": get([{ header: [] }]),
    "/query": get([{ query: [] }]),
    "/shared": get([{ basic: [], oauth: [], header: [] }]),
    "/cookie": get([{ cookie: [] }]),
    "/both": get([{ oauth: [], header: [] }]),
    "/either": get([{ oauth: [] }, { header: [] }]),
    "/optional": get([{ oauth: [] }, {}]),
    "/open": get([]),
  },
  { securitySchemes: schemes },
  checkCredential,
);

/** The credential that passes, or the answer's status, challenge and detail. */
function outcome(target: string, headers: HttpRequest["headers"] = []): unknown {
  const validated = validate(requestOf(target, { headers }));
  if (validated.kind === "valid") return validated.credential;
  const { status, headers: given, body } = responseOf(validated);
  const challenge = given.find(([name]) => name === "www-authenticate")?.[1];
  return [status, challenge, JSON.parse(String(body)).detail];
}

const MISSING = [401, "Bearer", "Not authenticated"];
const WRONG = [401, undefined, "wrong"];

describe("a bearer token", () => {
  test.each(["Bearer good", "bearer good", "bEARER good", "  Bearer good \t"])("%j passes", (value) => {
    expect(outcome("/oauth", [["AUTHORIZATION", value]])).toBe("good");
  });

  test.each([
    "",
    " ",
    "Basic good",
    "Bearers good",
    "Bearer\tgood",
    "Bearer:good",
    "Bearer\u00a0good",
    "good",
    "Bearer, good",
  ])("%j is no bearer credential", (value) => {
    expect(outcome("/oauth", [["Authorization", value]])).toEqual(MISSING);
  });

  test.each([
    ["Bearer", ""],
    ["Bearer ", ""],
    ["Bearer  good", " good"],
    ["Bearer good, Bearer good", "good, Bearer good"],
    ["Bearer GOOD", "GOOD"],
  ])("%j carries the wrong token %j", (value, token) => {
    expect(outcome("/oauth", [["Authorization", value]])).toEqual(WRONG);
    expect(tried.at(-1)).toBe(token);
  });

  test("of a repeated header the first counts", () => {
    const [good, bad] = [["Authorization", "Bearer good"] as const, ["authorization", "Bearer bad"] as const];
    expect(outcome("/oauth", [good, bad])).toBe("good");
    expect(outcome("/oauth", [bad, good])).toEqual(WRONG);
  });
});

test("basic credentials arrive decoded", () => {
  expect(outcome("/basic", [["authorization", `basic ${btoa("user:pass")}`]])).toBe("user:pass");
  for (const value of [undefined, "Basic", "Basic %", `Basic ${btoa("nocolon")}`, "Bearer good"]) {
    expect(outcome("/basic", value === undefined ? [] : [["authorization", value]])).toEqual([
      401,
      "Basic",
      "Not authenticated",
    ]);
  }
});

test("an API key is read from header, query or cookie", () => {
  expect(outcome("/header", [["x-key", "good"]])).toBe("good");
  expect(outcome("/query?key=bad&key=good")).toBe("good");
  expect(outcome("/cookie", [["cookie", 'a=b; key="good"']])).toBe("good");
  for (const target of ["/header", "/query?key=", "/cookie"]) {
    expect(outcome(target)).toEqual([401, "APIKey", "Not authenticated"]);
  }
});

test("of one requirement every scheme is needed", () => {
  expect(outcome("/both", [["authorization", "Bearer good"]])).toEqual([401, "APIKey", "Not authenticated"]);
  expect(
    outcome("/both", [
      ["authorization", "Bearer good"],
      ["x-key", "bad"],
    ]),
  ).toEqual(WRONG);
  expect(
    outcome("/both", [
      ["authorization", "Bearer good"],
      ["x-key", "good"],
    ]),
  ).toBe("good");
});

test("of several requirements any is enough, and a refused credential beats a missing one", () => {
  expect(outcome("/either", [["x-key", "good"]])).toBe("good");
  expect(
    outcome("/either", [
      ["authorization", "Bearer bad"],
      ["x-key", "good"],
    ]),
  ).toBe("good");
  expect(outcome("/either", [["x-key", "bad"]])).toEqual(WRONG);
  expect(outcome("/either")).toEqual(MISSING);
});

test("without a requirement nothing is asked, and with an empty one only what is given is judged", () => {
  expect(validOf(validate(requestOf("/open"))).credential).toBeUndefined();
  expect(outcome("/optional")).toBeUndefined();
  expect(outcome("/optional", [["authorization", "Bearer good"]])).toBe("good");
  expect(outcome("/optional", [["authorization", "Bearer bad"]])).toEqual(WRONG);
});

test.each([
  ["Bearer good", "good"],
  [`Basic ${btoa("user:pass")}`, "user:pass"],
])("of schemes that are required together and share one header, any is enough: %s", (authorization, credential) => {
  const key: [string, string] = ["X-Key", "good"];
  expect(outcome("/shared", [["Authorization", authorization], key])).toBe(credential);
  expect(outcome("/shared", [["Authorization", authorization]])).toEqual([401, "APIKey", "Not authenticated"]);
  expect(outcome("/shared", [key])).toEqual([401, "Basic", "Not authenticated"]);
});

test("a key of the query may come in a header of the same name", () => {
  const read = (name: string) => validate(requestOf("/query", { headers: [[name, "good"]] }));
  expect(responseOf(read("x-other")).status).toBe(401);
  expect(validOf(read("x-key")).credential).toBe("good");
});
