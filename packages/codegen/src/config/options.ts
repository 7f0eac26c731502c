import type { Pagination } from "@svc/model";

/** Parts of a generated tree. Types are always there. */
export const PARTS = ["client", "testing", "docs"] as const;

/** A part of a generated tree. */
export type Part = (typeof PARTS)[number];

/** Options of a generated SDK but for its emitters. Paths are relative to the file of the configuration. */
export interface SdkOptions {
  /** File of the document, or an `https:` address together with `--allow-network`. @default --spec */
  readonly spec?: string;
  /** Folder to write; replaced as a whole, but for `node_modules`, `dist` and lock files. @default --out */
  readonly out?: string;
  /** Name of the SDK: `acme` gives `createAcmeClient`, `AcmeError`, `createFakeAcme`, `ACME_API_KEY`. @default "svc" */
  readonly name?: string;
  /**
   * Scope of npm, with its `@`: the output is then the packages `@acme/types`, `@acme/client` and `@acme/testing` of a repository
   * that `svc-codegen init` has made, from `spec/openapi.yaml` and all of `spec/overlays`, and neither `spec`, `out` nor
   * `overlays` is given. @default none: a folder of its own
   */
  readonly scope?: string;
  /** Files of OpenAPI Overlays, applied in this order before anything is checked. @default [] */
  readonly overlays?: readonly string[];
  /** Refuses a document that needs repairs. @default false */
  readonly strict?: boolean;
  /**
   * Types of enums. `union`: the listed values. `open`: the listed values and any other, which a service may add later.
   * `object`: unions, and for each enum that has a name a constant of its values: `Status.active`.
   * @default "union"
   */
  readonly enums?: "union" | "open" | "object";
  /**
   * Values of format `date-time` and `date` in answers and arguments. `string`: text, as they travel. `Date`: a `date-time` is a
   * `Date`, whose precision is a millisecond; a `date`, which has no time, stays text. Arguments may be text all the same. Text without an offset, or that is no date, is a `DecodeError`. The fake and its builders have what
   * travels. @default "string"
   */
  readonly dates?: "string" | "Date";
  /**
   * Integers of format `int64` and `uint64`. `number`: as JSON.parse gives them, which changes those beyond 2^53. `string`: their
   * digits. `bigint`: a bigint. Both are read and written without loss. The fake and its builders have numbers.
   * @default "number"
   */
  readonly int64?: "number" | "string" | "bigint";
  /**
   * Checks the JSON of every success by the schemas of the emitter `zod`, which has to be among `emitters`; an answer that breaks
   * its schema is a `ResponseValidationError`. Then a bundle has all schemas. For some operations, or not always:
   * `withValidation` of `@svc/client/validation`. @default false
   */
  readonly validate?: boolean;
  /**
   * Names of methods, by operation id or by method and path: `{ "GET /v1/pets": "animals.list" }`. A dotted name; each part
   * is an identifier. @default made from the paths of the document
   */
  readonly methods?: { readonly [operation: string]: string };
  /** Names of types, by the document's name of a schema: `{ "pet-v2": "Pet" }`. @default made from the document's names */
  readonly types?: { readonly [schema: string]: string };
  /** Operations that are left out, with the components that only they use. @default {} */
  readonly omit?: Omissions;
  /**
   * Base addresses by name, `{ production: "https://api.acme.com", sandbox: "https://sandbox.acme.com" }`, in place of the
   * document's servers: the names of the client's option `server`. @default the servers of the document
   */
  readonly environments?: { readonly [environment: string]: string };
  /** Constant headers of every request: values are printable ASCII. @default {} */
  readonly headers?: { readonly [name: string]: string };
  /**
   * How operations give their lists page by page, by operation id or by method and path; `false`: not at all.
   * @default found by the names of parameters and fields
   */
  readonly pagination?: { readonly [operation: string]: PageOptions | false };
  /** Retries of the client where its own option does not say otherwise. @default three, beginning with 300 ms */
  readonly retry?: RetryDefaults;
  /** Parts that are generated: the client, the fake with fixtures, pages of operations. @default ["client", "testing", "docs"] */
  readonly parts?: readonly Part[];
}

/** How an operation gives its list page by page. Paths into the body begin with the outermost key. */
export type PageOptions = Pagination;

/** Defaults of the client's option `retry`. */
export interface RetryDefaults {
  /** Most retries of one call, from 0. @default 3 */
  readonly limit?: number;
  /** Longest first backoff in milliseconds, from 0. @default 300 */
  readonly baseMs?: number;
  /** Longest backoff in milliseconds, from 0. @default 60_000 */
  readonly maxDelayMs?: number;
}

/** Operations to leave out: those that any of the members names. */
export interface Omissions {
  /** Operations with one of these tags. @default [] */
  readonly tags?: readonly string[];
  /** Operations of these paths, and of those below: `/admin` is also `/admin/users`. @default [] */
  readonly paths?: readonly string[];
  /** Operation ids, or methods and paths: `DELETE /pets/{id}`. @default [] */
  readonly operations?: readonly string[];
  /** Operations and paths marked `x-internal: true`. @default false */
  readonly internal?: boolean;
}
