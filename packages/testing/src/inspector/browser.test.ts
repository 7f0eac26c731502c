import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (CHROMIUM === undefined)
  process.stderr.write("skipped: the inspector in a browser (no chromium here; apt-get install chromium)\n");

const fake = createFakeSvc({ rateLimit: { limit: 20_000 } });
afterAll(() => fake.close());

/** The page as the browser has it after its first look at the fake. */
async function render(url: string): Promise<string> {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom"];
  const { stdout } = await promisify(execFile)(CHROMIUM ?? "", [...flags, `${url}/__fake/`], {
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const HOSTILE = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>";

test.skipIf(CHROMIUM === undefined)(
  "what a request or a store holds is shown as text and runs nothing",
  async () => {
    const { url } = await fake.listen();
    await fake.fetch(`${fake.baseUrl}/personas/${encodeURIComponent(HOSTILE)}/emails?x='"><svg onload=1>`);
    // On the wire, a target may hold what a URL would escape.
    const { connect } = await import("node:net");
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
        socket.end("GET /<img/src=x/onerror=document.title='pwned'> HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"),
      );
      socket.resume().on("close", () => resolve());
    });
    fake.personas(HOSTILE).emails.add({ subject: HOSTILE } as never);
    const page = await render(url);
    expect(page).toContain("&lt;img");
    expect(page).not.toContain("<img");
    expect(page).not.toContain("<title>pwned");
    expect(page.match(/<script/g)).toHaveLength(1);
  },
  90_000,
);

test.skipIf(CHROMIUM === undefined)(
  "10,000 calls are shown 200 at a time",
  async () => {
    fake.reset();
    for (let index = 0; index < 10_000; index++) {
      await fake.fetch(`${fake.baseUrl}/health`, { headers: { authorization: "Bearer t" } });
    }
    const page = await render((await fake.listen()).url);
    expect(page).toContain("10,000 calls");
    expect(page.match(/<tr data-index/g)).toHaveLength(200);
    expect(page).toMatch(/<meter[^>]*aria-label="Remaining: 10000 of 20000 requests"/);
  },
  120_000,
);
