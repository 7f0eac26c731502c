/**
 * Request of a process for permits, which also reports what the process holds and has learnt: one round trip. Flags are
 * 0 or 1, because the script takes only numbers.
 */
export interface PermitRequest {
  /** Id of the process. */
  readonly id: string;
  /** Longest time for which one process may hold the test of a window's end. */
  readonly leaseMs: number;
  /** Time after which granted permits that no call waits for expire. */
  readonly spanMs: number;
  /** Permits wanted; 0 in a request that only reports. */
  readonly wanted: number;
  /** How many of the wanted permits are used at once, because calls wait for them. */
  readonly queued: number;
  /** End of the window that all of the following describes, on the service's clock; 0: none known. */
  readonly reset: number;
  /** Flag: by the clock of this process the window is over. */
  readonly over: number;
  /** Flag: half of the window has passed. */
  readonly pastHalf: number;
  /** Requests per window. */
  readonly limit: number;
  /** Lowest Remaining that the process has seen in the window; -1: none. */
  readonly remaining: number;
  /** Unspent permits that the process held after its last request, and that its lease in Redis counts. */
  readonly held: number;
  /** How many of `held` the process still holds. */
  readonly stillHeld: number;
  /** How many of `held` it gives back. */
  readonly returned: number;
  /**
   * Permits to give back that no lease counts: granted in a response that came too late, or charged for a request that
   * the service counted in an earlier window.
   */
  readonly orphaned: number;
  /** Permits granted to the process in the window; -1: this is its first request in it. */
  readonly grantedInWindow: number;
  /** Flag: its last request in the window was not granted in full. */
  readonly unmet: number;
  /** Flag: it is already counted among the processes that wait for the next window. */
  readonly waited: number;
  /** Flag: it gives up the test of the window's end. */
  readonly releaseTest: number;
  /** Duration of the test of the window's end, from the request for it; 0: this process made no test. */
  readonly testMs: number;
  /** In the first request in a window: HTTP requests sent before it without an answer yet, which may count in it. */
  readonly inFlight: number;
  /** Flag: the service's clock was set back, so that a window with an earlier end is the current one. */
  readonly clockSetBack: number;
  /** Number that tells the limit apart from others; 0: the process knows none yet. */
  readonly identity: number;
}

/** Response to a {@link PermitRequest}. */
export interface Grant {
  /**
   * `open`: the window is open. `test`: this process may test whether the next window has begun. `wait`: another process
   * holds the test.
   */
  readonly state: "open" | "test" | "wait";
  readonly granted: number;
  /** End of the window on the service's clock; 0: none known. */
  readonly reset: number;
  readonly limit: number;
  /** Time after which to request again; only with the state `wait`. */
  readonly waitMs: number;
  /** Whether the lease had not expired, so that the process keeps the permits it still held. */
  readonly keeps: boolean;
  /**
   * Where more permits may come from if the request was not granted in full. `probe`: all permits are given away, but
   * the service has not counted them all. The one granted permit shows how many are left; its answer has to be reported
   * at once.
   */
  readonly more: "nothing" | "reserved" | "leased" | "now" | "probe";
  /** Duration of the last test of a window's end. */
  readonly testMs: number;
  /** Whether this process made the last test, and is to make the next. */
  readonly tester: boolean;
  /** As in the request; 0: no window was reported yet. A request for another limit gets the state of this one. */
  readonly identity: number;
}

/** The state that processes share. */
export interface PermitStore {
  /** Rejects if the store cannot be reached; never waits for a connection. */
  request(request: PermitRequest): Promise<Grant>;
  /** Whether a request can be sent now. */
  isReady(): boolean;
}
