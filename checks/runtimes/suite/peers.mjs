import { createSvcClient } from "@svc/client";
import { SECRET } from "./secret.mjs";

/** A client of the unlimited service, where nothing else is said. */
export function connect(context, options = {}) {
  return createSvcClient({ baseUrl: context.urls.fake, auth: SECRET, ...options });
}

/** Answers of the fake so far. */
export async function calls(url) {
  return (await fetch(`${url}/__fake/calls`)).json();
}

/** Makes the next request of the unlimited service fail. */
export async function fail(context, fault) {
  const { ok } = await fetch(`${context.urls.fake}/__fake/fail`, { method: "POST", body: JSON.stringify(fault) });
  if (!ok) throw new Error(`the fake does not know the fault ${JSON.stringify(fault)}`);
}

/** The header `authorization` of each request that a recording server has had, `null` where there was none. */
export async function recorded(url) {
  return (await fetch(`${url}/__seen`)).json();
}
