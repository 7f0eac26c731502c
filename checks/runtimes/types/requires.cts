import client = require("@svc/client");

import { downloadFilm } from "@svc/client/downloads";

// CommonJS that loads the modules with require(): compiled, never run.

export async function size(): Promise<number> {
  const svc: client.SvcClient = client.createSvcClient({ baseUrl: "https://svc.example.test", auth: "key" });
  const letters = await svc.mailboxes.letters.list("p1", { limit: 1 });
  // @ts-expect-error a limit is a number
  await svc.mailboxes.letters.list("p1", { limit: "1" });
  const { size } = await downloadFilm(svc, "s1");
  return letters.length + (size ?? 0);
}
