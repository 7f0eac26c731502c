import { createFakeSvc as createOwnFake } from "@svc/testing";
import { createSvcClient } from "../generated/client/index.ts";
import { model } from "../generated/testing/model.ts";
import type { NetworkLogBatch, Replay } from "../generated/types/index.ts";

// Tests of what the service's document may lose are about one of their own, which stays as it is.
export { createSvcClient };

/** The client of that document. */
export type SvcClient = ReturnType<typeof createSvcClient>;

type OwnFake = ReturnType<typeof createOwnFake>;
type Content = { readonly body?: string };

/** A fake whose stores take what that document says. */
export interface Fake extends Omit<OwnFake, "sessions"> {
  sessions(id: string): {
    readonly network: { readonly logs: { add(batches: readonly (NetworkLogBatch & Content)[]): void } };
    readonly replay: { set(replay: Replay & { readonly video?: string }): void };
  };
}

/** A fake of that document. */
export function createFakeSvc(): Fake {
  return createOwnFake({ document: model }) as unknown as Fake;
}
