import { describe, expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";
import { document } from "./support/file-service.ts";

type Fake = ReturnType<typeof createFakeSvc>;
type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Each way to a fake. */
const WAYS: { readonly [way: string]: (fake: Fake) => Promise<Send> } = {
  fetch: async (fake) => (path, init) => fake.fetch(fake.baseUrl + path, init),
  nock: async (fake) => {
    fake.intercept();
    return (path, init) => fetch(fake.baseUrl + path, init);
  },
  HTTP: async (fake) => {
    const { url } = await fake.listen();
    return (path, init) => fetch(url + path, init);
  },
};

const put = (body: BodyInit) => ({ method: "PUT", body, headers: { "content-type": "image/png" } });

const causeOf = (error: unknown): unknown => (error as { cause?: { code?: string } }).cause?.code;

describe.each(Object.keys(WAYS))("over %s", (way) => {
  async function open() {
    const fake = createFakeSvc({ document });
    const send = await (WAYS[way] as (fake: Fake) => Promise<Send>)(fake);
    return { fake, send };
  }

  test("an upload is reset after some bytes, once", async () => {
    const { fake, send } = await open();
    await using _ = fake;
    fake.fail({ operation: "raw_put" as never, resetUploadAfterBytes: 1000 });
    expect(causeOf(await send("/raw", put(new Uint8Array(5000))).catch((error: unknown) => error))).toBe("ECONNRESET");
    expect((await send("/raw", put(new Uint8Array(5000)))).status).toBe(204);
    expect(fake.calls.map(({ operation, fault, status, bodyBytes }) => [operation, fault, status, bodyBytes])).toEqual([
      ["raw_put", "resetUploadAfterBytes", undefined, 1000],
      ["raw_put", undefined, 204, 5000],
    ]);
  });

  test("a shorter one is reset at its end", async () => {
    const { fake, send } = await open();
    await using _ = fake;
    fake.fail({ resetUploadAfterBytes: 1000 });
    expect(causeOf(await send("/raw", put("abc")).catch((error: unknown) => error))).toBe("ECONNRESET");
  });

  test("a request without a body leaves the fault to the upload after it", async () => {
    const { fake, send } = await open();
    await using _ = fake;
    fake.fail({ refuseUploadAfterBytes: 10 });
    // Over nock, one that no operation matches fails.
    const got = await send("/raw", { method: "GET" }).catch(() => undefined);
    expect(got?.status).not.toBe(413);
    expect((await send("/raw", put(new Uint8Array(5000)))).status).toBe(413);
  });

  test("an upload is refused with 413", async () => {
    const { fake, send } = await open();
    await using _ = fake;
    fake.fail({ refuseUploadAfterBytes: 10 });
    const refused = await send("/raw", put(new Uint8Array(5000)));
    expect([refused.status, await refused.json()]).toEqual([413, { detail: "fake.fail: status 413" }]);
    expect((await send("/raw", put("abc"))).status).toBe(204);
  });

  test("a slow one takes the time of the clock", async () => {
    const { fake, send } = await open();
    await using _ = fake;
    fake.fail({ slowUploadMs: 1000 });
    let isDone = false;
    const begun = fake.clock.now();
    const sent = send("/raw", put(new Uint8Array(130_000))).finally(() => {
      isDone = true;
    });
    while (!isDone) await fake.clock.advance(100);
    expect((await sent).status).toBe(204);
    expect(fake.clock.now() - begun).toBeGreaterThanOrEqual(2000);
  });
});

describe("the journal of what was refused", () => {
  const secret = "top secret bytes";

  test.each(Object.keys(WAYS))("has facts, no bytes, over %s", async (way) => {
    const fake = createFakeSvc({ document });
    await using _ = fake;
    const send = await (WAYS[way] as (fake: Fake) => Promise<Send>)(fake);
    const form = new FormData();
    form.append("other", new File([secret], "a.txt", { type: "text/plain" }));
    form.append("password", "hunter2");
    expect((await send("/files", { method: "POST", body: form })).status).toBe(422);
    await send("/nowhere", put(secret)).catch(() => {});
    expect(fake.calls[0]?.body).toEqual({
      other: { name: "a.txt", type: "text/plain", size: 16, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      password: "[redacted]",
    });
    expect(JSON.stringify(fake.calls)).not.toContain(secret);
    expect(JSON.stringify(fake.calls)).not.toContain("hunter2");
  });

  test("a handler over HTTP still gets the form", async () => {
    const fake = createFakeSvc({ document });
    await using _ = fake;
    const { url } = await fake.listen();
    let seen: unknown;
    fake.on(
      "files_create" as never,
      (async ({ body, request }: { body: { file: File }; request: Request }) => {
        seen = [await body.file.text(), ((await request.formData()).get("file") as File).name];
      }) as never,
    );
    const form = new FormData();
    form.append("file", new File(["abc"], "a.txt"));
    await fetch(`${url}/files`, { method: "POST", body: form });
    expect(seen).toEqual(["abc", "a.txt"]);
  });
});

test.each([
  [{ resetUploadAfterBytes: -1 }, "resetUploadAfterBytes: expected a number from 0, got -1."],
  [{ resetUploadAfterBytes: 1, refuseUploadAfterBytes: 1 }, "cannot happen at once"],
  [{ slowUploadMs: 1, status: 503 }, "status fails the response"],
  [{ slowUploadMs: Number.NaN }, "slowUploadMs: expected milliseconds"],
])("%o is no fault", (fault, message) => {
  expect(() => createFakeSvc({ document }).fail(fault as never)).toThrow(message);
});
