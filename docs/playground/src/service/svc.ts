import * as client from "@svc/client";
import { downloadNetworkLogs, downloadReplay } from "@svc/client/downloads";
import { waitUntil } from "@svc/client/waiters";
import { model, type OperationTypes, type Resources } from "@svc/testing";
import type { Fake } from "@svc/testing/runtime";
import { createBuild, seed } from "../world/seed.ts";
import type { Service } from "./service.ts";

/** The committed document's SDK. */
export const svcService: Service = {
  model,
  createClient: client.createSvcClient,
  createBuild,
  seed: (fake) => seed(fake as unknown as Fake<OperationTypes, Resources>),
  names: { ...client, downloadNetworkLogs, downloadReplay, waitUntil },
};
