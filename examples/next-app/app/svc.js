import { createSvcClient } from "@svc/client";

let svc;

/** The server's client, from SVC_BASE_URL and SVC_API_KEY when it is first needed: a build needs neither. */
export function getSvc() {
  svc ??= createSvcClient();
  return svc;
}
