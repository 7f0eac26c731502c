import type { Clock, VirtualClock } from "../clock/virtual-clock.ts";
import type { RateLimitOptions } from "../limits/rate-limit.ts";

/** The base address where none is given: a name that never resolves (RFC 6761). */
export const DEFAULT_BASE_URL = "https://svc.example.test";

/** How a fake is set up. */
export interface FakeOptions {
  /** Base address that the fake stands for. A path prefix is fine. @default "https://svc.example.test" */
  readonly baseUrl?: string;
  /**
   * Credentials that are accepted: a list, or a function that says so. Others are answered 401.
   * @default every credential that is not empty
   */
  readonly tokens?: readonly string[] | ((credential: string) => boolean);
  /** Requests per window and credential; `false`: no limit and no headers that tell of one. @default 1,000 per 60 s */
  readonly rateLimit?: RateLimitOptions | false;
  /** What windows, expiry, latency and `Date` run on. @default a virtual clock that stands until it is moved */
  readonly clock?: Clock | VirtualClock;
  /** Decides generated values and drawn faults: same seed, same answers. @default 1 */
  readonly seed?: number;
  /**
   * What the stores answer for an id that no test has put anything under: a generated value, or 404. The interface does
   * not show what the service does.
   * @default "generate"
   */
  readonly onUnseeded?: "generate" | "not-found";
  /** Order of listed emails. The interface does not show the service's. @default "newest-first" */
  readonly emailOrder?: "newest-first" | "oldest-first" | "as-added";
}
