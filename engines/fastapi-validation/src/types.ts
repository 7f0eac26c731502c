import type { Operation } from "@svc/model";

/** A request as it came, before anything is decoded. */
export interface FrontRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  /** In order, repeats kept; names in any case. Characters are Latin-1 bytes. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
  /** `scheme://host` that redirects are built of. */
  readonly origin: string;
}

/** An answer with its whole body. `body` is undefined where none is sent (HEAD, redirects). */
export interface PlainResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | undefined;
  /** What follows the body, of an answer that has not ended yet: a stream of a test's own handler. */
  readonly rest?: OpenBody;
}

/** The rest of a body that comes piece by piece. */
export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Id of the operation that it answers. */
  readonly operation: string;
}

/** One error of a 422, keys in the order in which FastAPI writes them. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

/** What becomes of a request before a handler runs. */
export type Admission =
  | { readonly kind: "answer"; readonly response: PlainResponse; readonly operation?: Operation }
  | { readonly kind: "invalid"; readonly operation: Operation; readonly errors: readonly ValidationIssue[] }
  | Call;

/** A request that the operation's handler may see, its values converted. */
export interface Call {
  readonly kind: "call";
  readonly operation: Operation;
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** By the document's own spelling of the name. */
  readonly headers: Record<string, unknown>;
  readonly cookies: Record<string, unknown>;
  readonly body: unknown;
  /** The accepted credential: a bearer token, an API key, or `user:password`; undefined where none is asked for. */
  readonly credential: string | undefined;
}
