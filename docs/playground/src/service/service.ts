import type { SvcClient, SvcClientOptions } from "@svc/client";
import type { Fake, Model, OperationShape } from "@svc/testing/runtime";

/** Client of any document, as far as a world needs it. */
export type AnyClient = Pick<SvcClient, "rateLimit" | "close">;

/** Fake of any document. */
export type AnyFake = Fake<Record<string, OperationShape>>;

/** SDK of a document, and what its fake holds at first. */
export interface Service {
  readonly model: Model;
  createClient(options: SvcClientOptions): AnyClient;
  /** Makes builders whose values are recent on the fake's clock. */
  createBuild(now: () => number): unknown;
  /** Puts in what the operations that read have to read. */
  seed(fake: AnyFake): void;
  /** Further names that code finds. */
  readonly names: Readonly<Record<string, unknown>>;
}

/** Name of a service: "svc" has the committed document, "agents" is loaded when it is first asked for. */
export type ServiceName = "svc" | "agents";

export function isServiceName(name: unknown): name is ServiceName {
  return name === "svc" || name === "agents";
}
