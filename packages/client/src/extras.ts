import type { Addition } from "./call/call.ts";
import type { SvcError } from "./errors/errors.ts";
import type { LimitRules } from "./pacing/limiter-state.ts";
import type { BodyRow, ClientTable, OperationRow, ParamRow, SchemeRow } from "./table.ts";

/** Which of the document's servers a client calls. */
export interface ServerOptions {
  /**
   * Name of a server of the document, whose address is called unless there is a `baseUrl`. @default the only one that the
   * document has; of several, one has to be named
   */
  readonly server?: string | undefined;
  /** Values of the variables in the address of the server. @default those of the document */
  readonly serverVariables?: { readonly [variable: string]: string | undefined } | undefined;
}

/** The parts of the runtime that only some documents need. A client of a document without the need does not bundle them. */
export interface Extras {
  /** Gives an error of a call to the SDK that is named: for generated SDKs with a name of their own. */
  readonly claim?: ((error: SvcError) => void) | undefined;
  /** Encodes request bodies: for operations that have one. Sets the content type among the headers. */
  readonly bodies?: (row: BodyRow, body: unknown, headers: { [name: string]: unknown }) => BodyParts;
  /** Places parameters whose row has `style`, `explode`, `json` or `in: "cookie"`. `false`: the row has none of them. */
  readonly styles?: (into: Placed, name: string, value: unknown, row: ParamRow) => boolean;
  /** Path segments of operations with `pathStyles`; `undefined` where the parameter has no style. */
  readonly pathStyles?: (name: string, value: unknown, row: OperationRow) => string | undefined;
  /** Attaches credentials of security schemes other than bearer. */
  readonly schemes?: {
    (request: Request, scheme: SchemeRow, secret: string): Request;
    /** The response with an address that shows no credential. */
    readonly conceal?: (response: Response, sent: { readonly [scheme: string]: string }) => Response;
  };
  /** Formats durations that are given as units: for parameters whose row has `duration`. */
  readonly durations?: (name: string, units: object) => string;
  /** Addresses of the document's servers. */
  readonly servers?: {
    /** The address that the options name, or the only one. */
    choose(table: Pick<ClientTable, "servers">, options: ServerOptions): string | undefined;
    /** Where an operation with a server of its own goes: there if the client calls a server of the document, else to `base`. */
    serverOf(table: Pick<ClientTable, "servers">, row: Pick<OperationRow, "server">, base: string): string;
  };
  /** Reads rate limits: one in the usual headers (`oneLimit`), or any of them in any headers (`limitsByOperation`,
   * `undeclaredLimits` where the document says nothing of them). */
  readonly limits: LimitRules;
  /** Additions to methods beside plain calls, the innermost first. */
  readonly additions?: readonly Addition[] | undefined;
}

/** The parts that only some operations need. */
export type OperationExtras = Pick<Extras, "bodies" | "styles" | "pathStyles" | "durations">;

/** Body that fetch takes. `BodyInit` is a name of the DOM's types only. */
export type RequestBody = NonNullable<RequestInit["body"]>;

export interface BodyParts {
  readonly body: RequestBody;
  /** Required by fetch for streams. */
  readonly duplex: "half";
}

export interface Placed {
  /** Parts of the query, encoded. */
  readonly query: string[];
  /** By lower-case name. */
  readonly header: { [name: string]: unknown };
}
