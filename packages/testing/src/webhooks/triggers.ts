import { type Json, pointerTokens, type TriggerDeclaration } from "@svc/model";
import type { ItemChange } from "@svc/resources";
import type { PayloadSource } from "./payload.ts";

/** Payload that is given, or the parts of one that is built. */
export type TriggeredPayload = Pick<PayloadSource, "given" | "overrides">;

/** The webhooks that are sent by themselves. */
export interface Triggers {
  /** Sends those that a resource declares for a change of an item. */
  onChange(change: ItemChange): void;
  /** Throws the first error of those that were sent, and forgets it. */
  rethrow(): void;
}

/** Creates the triggers of a fake, which send by a function. */
export function createTriggers(send: (event: string, payload: TriggeredPayload) => Promise<unknown>): Triggers {
  let failure: { readonly error: unknown } | undefined;
  return {
    onChange(change) {
      for (const trigger of change.resource.triggers.filter((one) => isMet(one, change)))
        send(trigger.event, payloadFrom(trigger, change.item)).catch((error) => {
          failure ??= { error };
        });
    },
    rethrow() {
      const first = failure;
      failure = undefined;
      if (first !== undefined) throw first.error;
    },
  };
}

/** Whether a change is one that a trigger waits for. */
function isMet({ on, state }: TriggerDeclaration, change: ItemChange): boolean {
  return on === undefined ? change.state !== undefined && change.state === state : change.kind === on;
}

/** The payload of an item: the item itself, or a built one with the item in its place. */
function payloadFrom({ item: pointer }: TriggerDeclaration, item: Json): TriggeredPayload {
  if (pointer === undefined) return { given: item };
  const tokens = pointerTokens(pointer) ?? [];
  const overrides = tokens.reduceRight<Json>((inner, token) => ({ [token]: inner }), item);
  return { given: undefined, overrides };
}
