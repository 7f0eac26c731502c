import { expect, test } from "vitest";
import { ConfigurationError, createClient, type SvcClientOptions, type SvcPromise } from "../src/runtime.ts";
import type { ClientTable, OperationRow } from "../src/table.ts";

interface Methods {
  readonly ping: () => SvcPromise<unknown>;
  readonly upload: () => SvcPromise<unknown>;
}

const SERVERS = {
  production: {
    url: "https://{region}.example.com/{base}",
    variables: { region: { default: "eu", enum: ["eu", "us"] }, base: { default: "api/v1" } },
  },
  sandbox: { url: "https://sandbox.example.com/v1" },
} as const;

function open(servers: ClientTable["servers"], options: SvcClientOptions, upload: Partial<OperationRow> = {}) {
  const sent: string[] = [];
  const fetch = async ({ url, headers }: Request): Promise<Response> => {
    sent.push(`${url} ${headers.get("authorization")}`);
    return new Response("{}");
  };
  const row = { method: "POST", untyped: true, empty: true } as const;
  const table: ClientTable = {
    documentVersion: "1",
    env: "SERVERS",
    schemes: { key: { kind: "bearer" } },
    security: [["key"]],
    ...(servers && { servers }),
    operations: [
      { ...row, id: "ping", name: "ping", path: "/ping" },
      { ...row, id: "upload", name: "upload", path: "/files", ...upload },
    ],
  };
  return { svc: createClient<Methods, object>(table, { auth: "k", rateLimit: false, fetch, ...options }), sent };
}

test("the only server of a document is called, unless an address is given", async () => {
  const servers = { main: { url: "https://api.example.com/v1" } };
  const { svc, sent } = open(servers, {});
  await svc.ping();
  expect(sent).toEqual(["https://api.example.com/v1/ping Bearer k"]);
  const other = open(servers, { baseUrl: "http://localhost:4010" });
  await other.svc.ping();
  expect(other.sent).toEqual(["http://localhost:4010/ping Bearer k"]);
});

test("the variable of the environment goes before the document", async () => {
  process.env["SERVERS_BASE_URL"] = "https://env.example.com";
  try {
    const { svc, sent } = open({ main: { url: "https://api.example.com" } }, { server: "main" });
    await svc.ping();
    expect(sent).toEqual(["https://env.example.com/ping Bearer k"]);
  } finally {
    delete process.env["SERVERS_BASE_URL"];
  }
});

test("of several servers one is named, with values for the variables of its address", async () => {
  const { svc, sent } = open(SERVERS, { server: "production", serverVariables: { region: "us" } });
  await svc.ping();
  await svc.withOptions({ server: "sandbox", serverVariables: undefined }).ping();
  expect(sent).toEqual(["https://us.example.com/api/v1/ping Bearer k", "https://sandbox.example.com/v1/ping Bearer k"]);
});

test.each([
  [{}, "server: expected one of production, sandbox, or baseUrl"],
  [{ server: "sandbx" }, 'server: expected one of production, sandbox, or baseUrl, got "sandbx"'],
  [
    { server: "production", serverVariables: { region: "asia" } },
    'serverVariables.region: expected eu or us, got "asia"',
  ],
  [
    { server: "sandbox", serverVariables: { region: "eu" } },
    "serverVariables.region: unknown variable of the server; there are none",
  ],
  [{ server: "" }, 'server: expected one of production, sandbox, or baseUrl, got ""'],
  [{ server: 3 }, "server: expected one of production, sandbox, or baseUrl, got 3"],
  [{ server: "production", serverVariables: null }, "serverVariables: expected an object, got null"],
  [{ server: "production", serverVariables: "us" }, 'serverVariables: expected an object, got "us"'],
] as const)("%j is refused", (options, message) => {
  expect(() => open(SERVERS, options as SvcClientOptions)).toThrow(ConfigurationError);
  expect(() => open(SERVERS, options as SvcClientOptions)).toThrow(message);
});

test("a variable that every object has takes its default, too", async () => {
  const variables = { constructor: { default: "a" }, ["__proto__"]: { default: "b" } };
  const { svc, sent } = open({ main: { url: "https://api.example.com/{constructor}/{__proto__}", variables } }, {});
  await svc.ping();
  expect(sent).toEqual(["https://api.example.com/a/b/ping Bearer k"]);
});

test("a variable of the host that takes any value has to be given: its default is a placeholder", async () => {
  const servers = {
    main: {
      url: "https://{shop}.example.com:{port}/v1",
      variables: { shop: { default: "demo" }, port: { default: "8443" } },
    },
  };
  const message = "serverVariables.shop: expected a value for https://{shop}.example.com:{port}/v1, or baseUrl";
  expect(() => open(servers, {})).toThrow(message);
  const { svc, sent } = open(servers, { serverVariables: { shop: "ann" } });
  await svc.ping();
  expect(sent).toEqual(["https://ann.example.com:8443/v1/ping Bearer k"]);
});

test("a document without servers asks for an address as ever", () => {
  expect(() => open(undefined, {})).toThrow("baseUrl: missing; pass the service's address, or set SERVERS_BASE_URL");
});

test("an operation with a server of its own goes there with its credential, by methods and by raw", async () => {
  const { svc, sent } = open(
    { main: { url: "https://api.example.com/2.0" } },
    {},
    { server: "https://up.example.com/api" },
  );
  await svc.upload();
  await svc.ping();
  await svc.raw.POST("/files" as never, {} as never);
  expect(sent).toEqual([
    "https://up.example.com/api/files Bearer k",
    "https://api.example.com/2.0/ping Bearer k",
    "https://up.example.com/api/files Bearer k",
  ]);
});

test("an address of the document's, also by baseUrl, reaches an operation's own server; any other takes all", async () => {
  const own = { server: { production: "https://up.example.com", sandbox: "https://up.sandbox.example.com" } };
  const urls: (string | undefined)[] = [];
  for (const baseUrl of [
    "https://us.example.com/api/v1",
    "https://sandbox.example.com/v1",
    "https://fake.example.test",
  ]) {
    const { svc, sent } = open(SERVERS, { baseUrl }, own);
    await svc.upload();
    urls.push(sent[0]?.split(" ")[0]);
  }
  expect(urls).toEqual([
    "https://up.example.com/files",
    "https://up.sandbox.example.com/files",
    "https://fake.example.test/files",
  ]);
  const relative = open({ main: { url: "https://api.example.com/v1" } }, {}, { server: "/v2" });
  await relative.svc.upload();
  expect(relative.sent[0]).toContain("https://api.example.com/v2/files");
});
