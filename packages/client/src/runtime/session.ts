import type { RateLimitSnapshot } from "../pacing/pacer.ts";
import type { Call } from "../transport/call.ts";
import type { Transport } from "../transport/send.ts";

/** One client at work: its transport, its limits, and the calls that have not ended. */
export interface Session {
  readonly transport: Transport;
  /** `Infinity`: no limit. */
  readonly timeoutMs: number;
  /** `Infinity`: no limit. */
  readonly totalTimeoutMs: number;
  readonly calls: Map<Call, Promise<unknown>>;
  readonly rateLimit: () => RateLimitSnapshot;
}
