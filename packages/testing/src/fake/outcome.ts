import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import type { ConnectionFault } from "../faults/fault.ts";

/** The response to a request, and how an adapter sends it. */
export interface Outcome {
  /** Status 0: nothing is sent, because the connection fails before. */
  readonly response: HttpResponse;
  /** How the connection fails while the response is sent. */
  readonly connectionFault: ConnectionFault | undefined;
  /** Time over which the body is sent, in milliseconds of the fake's clock. */
  readonly slowBodyMs?: number | undefined;
  /** Why no operation matched, with the nearest operations. */
  readonly unmatched?: string | undefined;
  /**
   * Gives back the request's place in the concurrency quota. Adapters call it, once or more, when nothing of the response
   * is sent any more. Undefined: it was given back already.
   */
  readonly end?: (() => void) | undefined;
}

/** Handles a request, whichever adapter it came by. */
export type HandleRequest = (request: HttpRequest) => Outcome | Promise<Outcome>;
