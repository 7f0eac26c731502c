import { createSvcClient, type SvcClient, SvcError } from "@svc/client";
import * as downloads from "@svc/client/downloads";
import * as uploads from "@svc/client/uploads";
import * as webhooks from "@svc/client/webhooks";
import type * as types from "@svc/types";

// Compiled, never run: the declarations of the committed document's packages, of which nothing is named.

export type Paths = types.paths;

export const modules = { downloads, uploads, webhooks };

export function connect(baseUrl: string): SvcClient | string {
  try {
    return createSvcClient({ baseUrl, auth: "key" });
  } catch (error) {
    return SvcError.is(error) ? error.message : "";
  }
}
