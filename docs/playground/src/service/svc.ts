import * as client from "@svc/client";
import * as downloads from "@svc/client/downloads";
import { waitUntil } from "@svc/client/waiters";
import { model } from "@svc/testing";
import { createBuild, seed } from "../world/seed.ts";
import type { Service } from "./service.ts";

/** The committed document's SDK. */
export const svcService: Service = {
  model,
  createClient: client.createSvcClient,
  createBuild,
  seed,
  names: { ...client, ...downloads, waitUntil },
};
