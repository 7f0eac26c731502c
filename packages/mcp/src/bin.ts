#!/usr/bin/env node
import { createSvcClient } from "@svc/client";
import * as downloads from "@svc/client/downloads";
import { table } from "./generated/index.ts";
import { runServer } from "./server/run-server.ts";

await runServer({
  table,
  downloads,
  createClient: () => createSvcClient(),
  createFakeClient: async () => (await import("@svc/testing")).createFakeSvc().client(createSvcClient),
});
