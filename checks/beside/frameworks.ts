import { readFileSync } from "node:fs";
import { join } from "node:path";

// The guide's recipes for webhooks, as they stand there, in the frameworks themselves.

const GUIDE = join(import.meta.dirname, "../../docs/guides/webhooks.md");

const WORLD = `
import { createServer } from "node:http";
import { createFakeSvc } from "@svc/testing";
import { systemClock } from "@svc/client";
const document = {
  openapi: "3.1.0",
  info: { title: "Ping", version: "1" },
  webhooks: { ping: { post: { responses: { 204: { description: "Taken" } } } } },
};
const refused = (error) => ({ status: 400, reason: error.reason ?? String(error) });
const webhooks = { secret };
const sender = createFakeSvc({ document, clock: systemClock, webhooks });
// Its clock stands in the past.
const late = createFakeSvc({ document, webhooks });
const tell = async (to) => {
  const last = async (fake, options) => {
    const { attempts } = await fake.webhooks.send("ping", { n: 1 }, { to, ...options });
    return attempts.at(-1).status;
  };
  console.log(JSON.stringify([await last(sender), await last(sender, { forge: true }), await last(sender, { corrupt: true }), await last(late)]));
};
const listening = (server) => new Promise((resolve) => server.once("listening", () => resolve("http://127.0.0.1:" + server.address().port + "/webhooks")));
`;

/** Each framework with the guide's handler in it. */
export const FRAMEWORKS: { readonly [name: string]: string } = {
  "node:http": `
    const server = createServer((message, response) => {
      onMessage(message).then(() => response.writeHead(204).end(), () => response.writeHead(400).end());
    }).listen(0, "127.0.0.1");
    await tell(await listening(server));`,
  Express: `
    const { default: express } = await import("express");
    const app = express();
    app.post("/webhooks", express.raw({ type: "application/json" }), (request, response) => {
      onExpress(request).then(() => response.sendStatus(204), () => response.sendStatus(400));
    });
    await tell(await listening(app.listen(0, "127.0.0.1")));`,
  Hono: `
    const { Hono } = await import("hono");
    const { serve } = await import("@hono/node-server");
    const app = new Hono();
    app.post("/webhooks", (context) => onHono(context).then(() => context.body(null, 204), () => context.body(null, 400)));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await tell(await listening(server));`,
  "Next.js's route handler": `
    const { NextRequest } = await import("next/server.js");
    await tell((request) => POST(new NextRequest(request)).catch(() => new Response(null, { status: 400 })));`,
  "a worker": `
    await tell((request) => worker.fetch(request, { SECRET: secret }).catch(() => new Response(null, { status: 400 })));`,
};

/** A program that sends a genuine, a forged, a changed and a late webhook to a framework, and prints how each was answered. */
export function frameworkProgram(name: string): string {
  return `${recipes()}\n${WORLD}\n${FRAMEWORKS[name]}\nprocess.exit(0);`;
}

/** The guide's handlers, in scope of a program: only a module of its own could export them. */
function recipes(): string {
  const blocks = readFileSync(GUIDE, "utf8")
    .split("```ts\n")
    .map((part) => part.split("```")[0] ?? "");
  const code = blocks.find((block) => block.includes("// Express, behind")) ?? "";
  return code.replace("export default", "const worker =").replaceAll(/^export /gm, "");
}
