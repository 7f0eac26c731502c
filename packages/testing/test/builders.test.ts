import { createBuilders } from "@svc/schema";
import { describe, expect, test } from "vitest";
import type { Builders } from "./generated/testing/builders.ts";
import { model } from "./generated/testing/model.ts";

const create = (options = {}) => createBuilders<Builders>(model, options);

describe("a builder", () => {
  test("makes a complete value without null", () => {
    const email = create().email();
    expect(Object.keys(email)).toEqual([
      "subject",
      "email_id",
      "created_at",
      "sender_email",
      "sender_name",
      "text_content",
      "html_content",
    ]);
    expect(Object.values(email)).not.toContain(null);
  });

  test("takes null for an override", () => {
    expect(create().email({ sender_email: null })).toMatchObject({ sender_email: null });
    expect(create().networkLogs({ batches: [{ download_url: null }] }).batches?.[0]?.download_url).toBeNull();
  });

  test("uses addresses and hosts that nobody owns", () => {
    const build = create();
    for (const { sender_email } of build.emails(50)) expect(sender_email).toMatch(/@example\.(com|net|org)$/);
    for (const { download_url } of build.networkLogBatches(50))
      expect(download_url).toMatch(/^https:\/\/example\.com\//);
  });

  test("makes ids that are UUIDs of version 4, each different", () => {
    const ids = create()
      .emails(2000)
      .map(({ email_id }) => email_id);
    expect(new Set(ids).size).toBe(2000);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test("makes the name and address of one person", () => {
    for (const { sender_email, sender_name } of create().emails(20)) {
      const plain = sender_name
        ?.normalize("NFD")
        .replace(/[^\w ]/g, "")
        .replace(" ", ".")
        .toLowerCase();
      expect(sender_email?.startsWith(plain ?? "?")).toBe(true);
    }
  });

  test("makes dates that move with the clock, newest first", () => {
    let now = Date.UTC(2030, 0, 1);
    const build = create({ now: () => now });
    const [first, second] = build.emails(2).map(({ created_at }) => Date.parse(created_at));
    now += 3_600_000;
    const third = Date.parse(build.email().created_at);
    expect(first).toBeLessThan(now);
    expect(second).toBeLessThan(first ?? 0);
    expect(third).toBeGreaterThan(Date.UTC(2029, 11, 31, 23));
  });

  test("gives fresh objects each time", () => {
    const build = create();
    const cookies = [build.cookie()];
    const made = build.sessionCookies({ cookies });
    expect(made.cookies).toEqual(cookies);
    expect(made.cookies).not.toBe(cookies);
    expect(made.cookies[0]).not.toBe(cookies[0]);
  });
});

describe("a seed", () => {
  test("gives the same bytes, whatever other builders made before", () => {
    const one = create({ seed: 7 });
    const other = create({ seed: 7 });
    other.cookies(5);
    other.args("persona_emails_list");
    expect(JSON.stringify(other.emails(3))).toBe(JSON.stringify(one.emails(3)));
  });

  test("of another value gives other bytes", () => {
    expect(create({ seed: 1 }).email()).not.toEqual(create({ seed: 2 }).email());
  });

  test("gives the known values of this version", () => {
    expect(create().email()).toMatchInlineSnapshot(`
      {
        "created_at": "2025-06-01T11:52:54Z",
        "email_id": "7ed1023e-f26d-4b24-b9bb-c782f64df761",
        "html_content": "<p>Your verification code is ready. The meeting moved to Thursday.</p>",
        "sender_email": "farid.turner96@example.org",
        "sender_name": "Farid Turner",
        "subject": "Meeting on Thursday",
        "text_content": "The report for this week is attached. Please confirm the new address.",
      }
    `);
  });

  test("and rewinding start the sequence again", () => {
    const build = create();
    const [first, second] = [build.email(), build.email()];
    expect(first).not.toEqual(second);
    build.email.rewind();
    expect(build.email()).toEqual(first);
    build.rewind();
    expect(build.emails(2)).toEqual([first, second]);
  });

  test("does not change a property because another is overridden", () => {
    const { subject: _, ...plain } = create().email();
    const { subject, ...rest } = create().email({ subject: "Mine" });
    expect(rest).toEqual(plain);
    expect(subject).toBe("Mine");
  });
});

describe("overrides", () => {
  test("are merged deeply, and arrays replaced", () => {
    const logs = create().networkLogs({ batches: [{ size: 3 }], session_id: "s1" });
    expect(logs).toMatchObject({ session_id: "s1", batches: [{ size: 3 }], format: "batched_v1" });
    expect(logs.batches).toHaveLength(1);
  });

  test("of undefined leave an optional property out", () => {
    expect(create().email({ html_content: undefined })).not.toHaveProperty("html_content");
  });

  test("as a function get the position", () => {
    expect(
      create()
        .emails(3, (index) => ({ subject: `Code ${index}` }))
        .map(({ subject }) => subject),
    ).toEqual(["Code 0", "Code 1", "Code 2"]);
  });

  test("that do not fit are taken as they are where builders are not strict", () => {
    expect(create({ strict: false }).email({ subject: 1 as never }).subject).toBe(1);
  });

  test("that do not fit are refused, with a path and the way to build them", () => {
    const build = create();
    expect(() => build.email({ subject: 1 as never })).toThrow(
      "build.email: /subject: expected string, got number. To test what your code does with it, build it with createBuilders({ strict: false }).",
    );
    expect(() => build.email({ subject: null as never })).toThrow("/subject: expected string, got null");
    expect(() => build.sessionCookies({ cookies: [{ secure: "yes" as never }] })).toThrow(
      "build.sessionCookies: /cookies/0/secure: expected boolean or null, got string",
    );
    expect(() => build.email({ created_at: "yesterday" })).toThrow("/created_at: expected format date-time");
    expect(() => build.email({ subject: undefined as never })).toThrow("/subject: is required");
  });
});

describe("traits", () => {
  test("allNull, minimal and maximal are there for every schema", () => {
    const build = create();
    expect(build.email.allNull()).toMatchObject({ sender_email: null, sender_name: null, html_content: null });
    expect(build.email.minimal()).not.toHaveProperty("text_content");
    expect(build.sessionCookies.minimal().cookies).toEqual([]);
    expect(build.sessionCookies.maximal().cookies).toHaveLength(5);
  });

  test("take overrides", () => {
    expect(create().email.allNull({ sender_name: "Ada" })).toMatchObject({ sender_name: "Ada", sender_email: null });
  });

  test("of one's own are added when the builders are created", () => {
    const traits = { email: { html: { html_content: "<p>Hello</p>", text_content: null } } } as const;
    const build = createBuilders<Builders, typeof traits>(model, { traits });
    expect(build.email.html({ subject: "Hi" })).toMatchObject({ subject: "Hi", html_content: "<p>Hello</p>" });
    expect(build.cookies(2)).toHaveLength(2);
  });

  test("of one's own are added later, and share the sequence", () => {
    const build = create();
    const email = build.email.extend({ code: (index) => ({ subject: `Code ${index}` }) });
    expect([email.code().subject, build.email().subject === "Code 1", email.code().subject]).toEqual([
      "Code 0",
      false,
      "Code 2",
    ]);
  });
});

describe("relations", () => {
  const derive = {
    networkLogs: ({ batches }: { batches?: unknown[] | null }) => ({ total_batch_count: batches?.length ?? null }),
  };

  test("hold between properties, and overrides win", () => {
    const build = createBuilders<Builders>(model, { derive });
    expect(build.networkLogs({ batches: [{}, {}, {}] }).total_batch_count).toBe(3);
    expect(build.networkLogs({ batches: [], total_batch_count: 9 }).total_batch_count).toBe(9);
  });

  test("hold in responses, too", () => {
    const build = createBuilders<Builders>(model, { derive });
    const response = build.response("sessions_network_logs_get") as { batches: unknown[]; total_batch_count: number };
    expect(response.total_batch_count).toBe(response.batches.length);
  });
});

test("an unknown operation is refused by name", () => {
  expect(() => create().args("nothing" as never)).toThrow(
    'build: no operation "nothing"; the nearest are health.get, ',
  );
});

test("arguments are the path values, and all parameters when asked", () => {
  const build = create();
  expect(build.args("health_get")).toEqual([]);
  expect(build.args("persona_emails_list")).toEqual([expect.stringMatching(/^[\w-]+$/)]);
  const [, params] = build.args("persona_emails_list", { mode: "maximal" });
  expect(Object.keys(params ?? {})).toEqual(["limit", "timedelta", "only_unread"]);
});
