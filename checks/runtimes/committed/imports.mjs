import * as client from "@svc/client";
import * as downloads from "@svc/client/downloads";
import * as uploads from "@svc/client/uploads";
import * as validation from "@svc/client/validation";
import * as waiters from "@svc/client/waiters";
import * as webhooks from "@svc/client/webhooks";
import { documentVersion } from "@svc/types";

// Beside the packages of the committed document: whatever that is, they are imported, and a client is made. Nothing of it is named.

const MODULES = { client, downloads, uploads, validation, waiters, webhooks };

/** @returns what is wrong; undefined: nothing */
export async function committedFinding(baseUrl) {
  const missing = Object.entries(MODULES).filter(([, module]) => typeof module !== "object");
  if (missing.length > 0) return `not imported: ${missing.map(([name]) => name)}`;
  if (client.documentVersion !== documentVersion) return "the packages are of different documents";
  const svc = client.createSvcClient({ baseUrl, auth: "a-key" });
  await svc.close();
  return undefined;
}
