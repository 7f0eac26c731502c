import type { CheckResult } from "./result.ts";

/** Addresses of the services that the suite calls. */
export interface Urls {
  /** The fake, without a limit that matters. */
  readonly fake: string;
  /** The fake with five requests per second. */
  readonly limited: string;
  /** A fake whose operations stream. */
  readonly streams: string;
  /** Another origin, which remembers what it was sent. */
  readonly other: string;
  /** An address where no server listens. */
  readonly closed: string;
  /** A proxy that knows one host, which no name server does. */
  readonly proxy: string;
}

/** Input of every runtime. */
export interface Suite {
  /** A folder with the suite and, in `node_modules`, the packed packages. */
  readonly project: string;
  readonly urls: Urls;
}

/** Something that runs JavaScript. */
export interface Runtime {
  readonly name: string;
  /** Version as the runtime tells it; `undefined` where it is not installed or does not start on this machine. */
  version(): Promise<string | undefined>;
  run(suite: Suite): Promise<readonly CheckResult[]>;
}
