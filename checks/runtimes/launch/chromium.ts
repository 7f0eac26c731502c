import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM_FLAGS, chromiumPath } from "../../chromium.ts";
import { brokenOff, type Printed } from "../result.ts";
import type { Runtime } from "../runtime.ts";
import { versionOf } from "./binaries.ts";
import { bundle } from "./bundle.ts";
import { startProcess } from "./start-process.ts";

const PATIENCE_MS = 120_000;

/** A page of another origin than the services': what it sees of answers is what CORS lets it. */
export const chromium: Runtime = {
  name: "Chromium",
  async version() {
    const binary = chromiumPath();
    return binary === undefined ? undefined : versionOf([binary, "--version"]);
  },
  async run({ project, urls }) {
    const binary = chromiumPath() ?? "";
    const page = await servePage(await bundle(project, "page.mjs", ["browser"]));
    const profile = await mkdtemp(join(tmpdir(), "svc-chromium-"));
    const address = `${page.url}/#${encodeURIComponent(JSON.stringify(urls))}`;
    const browser = startProcess(
      [binary, "--headless", ...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, address],
      project,
    );
    try {
      const printed = await page.results;
      return printed?.results ?? [brokenOff(browser.output())];
    } finally {
      await browser.stop();
      await page.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

interface Page {
  readonly url: string;
  /** The result that the page sends; `undefined` where it takes too long. */
  readonly results: Promise<Printed | undefined>;
  close(): Promise<void>;
}

async function servePage(script: string): Promise<Page> {
  let tell: (printed: Printed | undefined) => void = () => {};
  const results = new Promise<Printed | undefined>((resolve) => {
    tell = resolve;
  });
  const timer = setTimeout(() => tell(undefined), PATIENCE_MS);
  const server = createServer(
    (request, response) => void answer(request, response, script).then((sent) => sent && tell(sent)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    async close() {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @returns the results, if that is what the page sent */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: string,
): Promise<Printed | undefined> {
  const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>';
  if (request.method === "GET") {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8");
    response.end(isScript ? script : html);
    return undefined;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.end();
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Printed;
}
