import { type HttpRequest, kindOf } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model/data";
import type { FaultOptions } from "../faults/fault.ts";
import { applyFault } from "../faults/fault-response.ts";
import { recordCall } from "../journal/record-call.ts";
import type { FakeContext } from "./context.ts";
import type { Outcome } from "./outcome.ts";

/** How the body of a request is to be read, known by its head. */
export interface ArrivingBody {
  /** Whether the operation takes a form with files, which is read as it comes. */
  readonly isForm: boolean;
  /** Reads on, on the way through the fault that is set up for it. @throws BrokenUpload where that breaks the body off */
  pieces(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** A fault has broken off the body of a request. */
export class BrokenUpload extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super("a fault has broken off the upload");
    this.outcome = outcome;
  }
}

/** Bytes after which a slow upload waits. */
const PIECE = 64 * 1024;

/** Creates the function that says how a body is to be read, by the head of its request. */
export function createBodyReader(context: FakeContext): (head: HttpRequest) => ArrivingBody {
  return (head) => {
    const isMultipart = head.headers.some(
      ([name, value]) => name.toLowerCase() === "content-type" && kindOf(value) === "multipart",
    );
    const operation = isMultipart || context.faults.size > 0 ? operationOf(context, head) : undefined;
    const fault = context.faults.takeUpload(operation?.id);
    return {
      isForm:
        isMultipart && operation?.body?.content.some(({ mediaType }) => kindOf(mediaType) === "multipart") === true,
      pieces: (body) => (fault === undefined ? body : throughFault(body, { context, head, fault, operation })),
    };
  };
}

function operationOf({ validator }: FakeContext, head: HttpRequest): Operation | undefined {
  const routed = validator.route(head);
  return routed.kind === "routed" ? routed.operation : undefined;
}

interface Faulty {
  readonly context: FakeContext;
  readonly head: HttpRequest;
  readonly fault: FaultOptions;
  readonly operation: Operation | undefined;
}

async function* throughFault(body: AsyncIterable<Uint8Array>, faulty: Faulty): AsyncGenerator<Uint8Array, void, void> {
  const { resetUploadAfterBytes, refuseUploadAfterBytes, slowUploadMs = 0 } = faulty.fault;
  const limit = resetUploadAfterBytes ?? refuseUploadAfterBytes ?? Number.POSITIVE_INFINITY;
  let received = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      if (received + piece.length >= limit) throw new BrokenUpload(breakOff(faulty, limit));
      received += piece.length;
      if (slowUploadMs > 0)
        await faulty.context.standStill.sleep(slowUploadMs, `an upload waits ${slowUploadMs} ms for its next piece`);
      yield piece;
    }
  }
  // It ends before: then at its end.
  if (limit < Number.POSITIVE_INFINITY) throw new BrokenUpload(breakOff(faulty, received));
}

/** The outcome of a request whose body is not read any more; the journal has it with the bytes that came. */
function breakOff({ context, head, fault, operation }: Faulty, received: number): Outcome {
  const { clock, journal, secretNames } = context;
  const isReset = fault.resetUploadAfterBytes !== undefined;
  const lost = { status: 0, headers: [], body: undefined };
  const response = isReset ? lost : applyFault(lost, { status: 413 }, clock);
  const now = clock.now();
  const request = { ...head, bodyBytes: received };
  const validated = { kind: "response", response, ...(operation && { operation }) } as const;
  const told = { fault, unmatched: undefined, reason: undefined, at: now, now };
  journal.add(recordCall({ request, validated, response, ...told }, secretNames));
  return { response, connectionFault: isReset ? "reset-before" : undefined };
}
