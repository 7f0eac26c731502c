import type { RateLimitSnapshot } from "../pacing/pacer.ts";

/** Shared by every copy of this package and every realm, so that guards also know errors made elsewhere. */
const brand = Symbol.for("@svc/client.error");

type ErrorClass = abstract new (...args: never[]) => SvcError;

/**
 * Base of everything that a call rejects with and that `createSvcClient` throws. Not in the family: errors thrown by a
 * caller's own middleware under `raw`.
 *
 * Printing, inspecting or serialising one shows no credential, no response body and no query of a signed URL.
 */
export class SvcError extends Error {
  override get name(): string {
    return "SvcError";
  }
  /** Operation id of the document, or method and path; `undefined` outside of a call. */
  declare readonly operation: string | undefined;
  /** The rate limit as known when the call failed; `undefined` outside of a call. Not enumerable: it is not printed. */
  declare readonly rateLimit: RateLimitSnapshot | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * Guard that also holds for errors of another realm or another copy of the package: `RateLimitError.is(error)`.
   * A subclass is one of its base: `SvcApiError.is(new NotFoundError(...))`.
   */
  static is<Class extends ErrorClass>(this: Class, value: unknown): value is InstanceType<Class> {
    // Prototypes answer `name` like their instances do, so that walking them visits every class of the value.
    const branded = (value as { [brand]?: true } | null | undefined)?.[brand];
    // biome-ignore lint/complexity/noThisInStatic: the guard is inherited and speaks of the class it is called on
    const { name } = this.prototype;
    for (let at = branded && (value as SvcError); at; at = Object.getPrototypeOf(at)) if (at.name === name) return true;
    return false;
  }

  /** The enumerable facts with name and message; never body, headers or cause. */
  toJSON(): { name: string; message: string; [fact: string]: unknown } {
    return { ...(this as object), name: this.name, message: this.message };
  }
}
