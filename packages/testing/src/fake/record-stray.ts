import type { FrontRequest } from "@svc/fastapi-validation";
import type { Model } from "@svc/model";
import type { Clock } from "../clock/clock.ts";
import type { RecordedCall } from "../journal/journal.ts";
import { explainUnmatched } from "./nearest.ts";
import { recordCall } from "./record-call.ts";

/**
 * Notes a request that was meant for a fake but can match nothing of it, so that no answer was made. Returns why: what is
 * given, or that no operation matches.
 */
export type RecordStray = (request: FrontRequest, why?: string) => string;

interface StrayParts {
  readonly model: Model;
  readonly clock: Clock;
  readonly record: (call: RecordedCall) => void;
  readonly secretNames: ReadonlySet<string>;
}

/** Writes stray requests to a journal. */
export function createRecordStray({ model, clock, record, secretNames }: StrayParts): RecordStray {
  const response = { status: 0, headers: [], body: undefined };
  return (request, why) => {
    const [path = ""] = request.target.split("?", 1);
    const unmatched = why ?? explainUnmatched(request.method, path, model);
    const now = clock.now();
    const admission = { kind: "answer", response } as const;
    record(recordCall({ request, admission, response, fault: undefined, unmatched, at: now, now, secretNames }));
    return unmatched;
  };
}
