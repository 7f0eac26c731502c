import client = require("@svc/client");

import { downloadReplay } from "@svc/client/downloads";

// CommonJS that loads the modules with require(): compiled, never run.

export async function size(): Promise<number> {
  const svc: client.SvcClient = client.createSvcClient({ baseUrl: "https://svc.example.test", auth: "key" });
  const emails = await svc.personas.emails.list("p1", { limit: 1 });
  // @ts-expect-error a limit is a number
  await svc.personas.emails.list("p1", { limit: "1" });
  const { size } = await downloadReplay(svc, "s1");
  return emails.length + (size ?? 0);
}
