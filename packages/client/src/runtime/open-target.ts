import { invalid } from "../checks.ts";
import type { Extras } from "../extras.ts";
import { sdkVersion } from "../generated/version.ts";
import type { ClientTable } from "../table.ts";
import type { Target } from "./create-method.ts";
import { type OpenSession, openSession } from "./open-session.ts";
import type { SvcClientOptions } from "./options.ts";
import type { PacerLease } from "./shared-pacers.ts";

/** Parts that methods are made of: the session of a client, and where its requests go. */
export interface OpenTarget extends Pick<OpenSession, "session" | "close" | "lease"> {
  readonly target: Target;
}

/** Checks the options, opens a session, and gathers the headers of every request. @throws ConfigurationError */
export function openTarget(
  table: ClientTable,
  options: SvcClientOptions,
  extras: Extras,
  shared?: PacerLease,
): OpenTarget {
  const { session, close, lease } = openSession(table, options, extras, shared);
  const { requestOrigin } = options;
  if (/[^ -~]/.test(`${requestOrigin}`)) throw invalid("requestOrigin", "printable ASCII");
  const headers: { [name: string]: string } = {};
  const { version, origin } = table.clientHeaders ?? {};
  if (version) headers[version] = sdkVersion;
  for (const [name, value] of Object.entries(table.headers ?? {})) headers[name.toLowerCase()] = value;
  if (origin && requestOrigin !== undefined) headers[origin] = requestOrigin;
  return { session, target: { base: session.base, headers, extras }, close, lease };
}
