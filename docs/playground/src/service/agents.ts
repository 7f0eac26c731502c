import { fileOf } from "@svc/client/uploads";
import { waitUntil } from "@svc/client/waiters";
import { createBuilders } from "@svc/testing/runtime";
import * as client from "../../.cache/agents/client/index.ts";
import { unwrap, WebhookVerificationError } from "../../.cache/agents/client/webhooks.ts";
import { model } from "../../.cache/agents/testing/model.ts";
import type { Resources } from "../../.cache/agents/testing/resources.ts";
import type { Service } from "./service.ts";

/** SDK of `agents.yaml`: streams, webhooks, files, waiters. */
export const agentsService: Service = {
  model,
  createClient: client.createSvcClient,
  createBuild: (now) => createBuilders(model, { now }),
  seed(fake) {
    (fake as unknown as Resources).agents.add({ id: "a1", status: "running" });
  },
  names: { ...client, fileOf, waitUntil, unwrap, WebhookVerificationError },
};
