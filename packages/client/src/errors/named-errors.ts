import { type ApiFacts, SvcApiError, SvcError } from "./errors.ts";

/** An error class of a generated SDK. `is` is the guard that also holds for errors of another copy of the package. */
export interface NamedErrorClass<Made extends SvcError, Facts> {
  new (message: string, facts?: Facts): Made;
  readonly prototype: Made;
  is(value: unknown): value is Made;
  /** The type parameter is the type of `body`, where the class is one of responses. */
  is<Body>(this: { readonly prototype: SvcApiError }, value: unknown): value is Made & { readonly body: Body };
}

/** The base classes of a generated SDK's errors, made by {@link nameErrors}. */
export interface NamedErrors {
  /** `AcmeError`: every error of the SDK is an instance. */
  readonly base: NamedErrorClass<SvcError, ErrorOptions>;
  /** `AcmeApiError`: every error of a response is an instance. */
  readonly api: NamedErrorClass<SvcApiError, ApiFacts>;
  /** Makes an error one of this SDK. */
  readonly claim: (error: SvcError) => void;
}

/** Name of the SDK that an error belongs to, shared by every copy of this package. */
const owner = Symbol.for("@svc/client.sdk");

type Claimed = SvcError & { [owner]?: string };

/**
 * The base classes under the name of a generated SDK: `nameErrors("Acme").api` is `AcmeApiError`. The classes below them
 * are those of this package. An error of another SDK is no instance; one that was made outside of any client is.
 */
export function nameErrors(sdk: string): NamedErrors {
  const isOwn = (value: unknown): boolean => ((value as Claimed)[owner] ?? sdk) === sdk;
  class NamedError extends SvcError {
    override get name(): string {
      return `${sdk}Error`;
    }
  }
  class NamedApiError extends SvcApiError {
    override get name(): string {
      return `${sdk}ApiError`;
    }
  }
  for (const [Class, Base] of [
    [NamedError, SvcError],
    [NamedApiError, SvcApiError],
  ] as const) {
    const is = (value: unknown): boolean => Base.is(value) && isOwn(value);
    Object.defineProperties(Class, {
      name: { value: Class.prototype.name },
      is: { value: is },
      [Symbol.hasInstance]: {
        // Classes that extend these are asked as any class is.
        value(this: unknown, value: unknown): boolean {
          return this === Class ? is(value) : Function.prototype[Symbol.hasInstance].call(this, value);
        },
      },
    });
  }
  return {
    base: NamedError,
    api: NamedApiError,
    claim(error) {
      if (Object.hasOwn(error, owner)) return;
      const before = error.name;
      Object.defineProperty(error, owner, { value: sdk });
      if (before !== "SvcApiError") return;
      Object.setPrototypeOf(error, NamedApiError.prototype);
      const { stack } = error;
      const value = stack?.startsWith(before) ? error.name + stack.slice(before.length) : stack;
      Object.defineProperty(error, "stack", { value, writable: true, configurable: true });
    },
  };
}
