/**
 * A document as the runtime needs it: rows of data, no code. The generator writes one table per document; the code that
 * works on the rows is the same for all.
 */
export interface ClientTable {
  /** `info.version` of the document. */
  readonly documentVersion: string;
  /** Begin of the names of environment variables: `ACME` for `ACME_API_KEY`. @default "SVC" */
  readonly env?: string;
  /** Names of the headers for the SDK's version and for `requestOrigin`, where the document declares them. */
  readonly clientHeaders?: { readonly version?: string; readonly origin?: string };
  /** Constant headers of every request, also of one without a body. */
  readonly headers?: { readonly [name: string]: string };
  /** Servers by name, those that have an absolute address. */
  readonly servers?: { readonly [name: string]: ServerRow };
  /** Security schemes by name. */
  readonly schemes: { readonly [name: string]: SchemeRow };
  /** Security of operations without their own: alternatives, each a set of schemes. */
  readonly security: readonly (readonly string[])[];
  readonly operations: readonly OperationRow[];
}

/** A server as the document lists it. */
export interface ServerRow {
  /** Address, with variables in braces. */
  readonly url: string;
  readonly variables?: { readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] } };
}

/** How a credential is sent. `oauth2` and `openIdConnect` are bearer credentials; of `http` schemes, `name` is another's. */
export type SchemeRow =
  | { readonly kind: "bearer" | "basic"; readonly flows?: { readonly [name: string]: OAuthFlow } }
  | { readonly kind: "header" | "query" | "cookie" | "http"; readonly name: string; readonly flows?: never };

/** One OAuth flow as the document declares it. Relative addresses belong below the service's address. */
export interface OAuthFlow {
  /** Endpoint that issues tokens; may be relative to the service's address. */
  readonly tokenUrl?: string;
  /** Page on which a user consents. */
  readonly authorizationUrl?: string;
  /** Endpoint that issues codes to devices without a browser. */
  readonly deviceAuthorizationUrl?: string;
  /** Endpoint that renews tokens. */
  readonly refreshUrl?: string;
}

/**
 * One operation. The method's arguments are: path parameters in template order; the request body where `body` is set;
 * an object of parameters where `params` is set; call options.
 */
export interface OperationRow {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template as in the document, without a fragment. */
  readonly path: string;
  /**
   * Address of the operation's own server, where it has one, or addresses by the name of the server that the client calls. A
   * relative one is of the client's origin.
   */
  readonly server?: string | { readonly [name: string]: string };
  /** SDK method name, dotted: `personas.emails.list`. */
  readonly name: string;
  /**
   * Present where the operation has query, header or cookie parameters. Keys are the argument's keys (wire names, but
   * where two locations share a name); the row of a query parameter of style `form`, exploded, is empty. Where there is no row at all, parameters of any name are
   * sent in the query.
   */
  readonly params?: { readonly [key: string]: ParamRow };
  /** Path parameters that are not of style `simple`, not exploded. */
  readonly pathStyles?: { readonly [name: string]: ParamRow };
  readonly body?: BodyRow;
  /** Set where a success may be other than JSON of the document's schema: then the content type decides. */
  readonly untyped?: true;
  /** Set where `undefined` is a result: a success has no body, or the document says nothing of it. */
  readonly empty?: true;
  /** Set where the document has redirects (3xx) and no 2xx: they are the result, and are not followed. */
  readonly redirect?: true;
  /** Present where a success may be a stream of items. */
  readonly streams?: StreamsRow;
  /** Present where the operation gives a list in pages. */
  readonly page?: PageRow;
  /** Query parameters that every call sends, by name. */
  readonly constants?: { readonly [name: string]: string };
  /** Media type that the methods ask for, where a success comes in several. */
  readonly accept?: string;
  /** Header of the key that makes a repeated request do nothing more. */
  readonly idempotency?: string;
  /** Ways to wait for a state of what the operation reads. */
  readonly waiters?: readonly WaiterRow[];
  /** Present where the operation begins something that has to be ended. */
  readonly lifecycle?: LifecycleRow;
  /** Set where it differs from the table's. Empty: no credential. */
  readonly security?: readonly (readonly string[])[];
}

export interface ParamRow {
  /** @default "query" */
  readonly in?: "query" | "header" | "cookie";
  /** Name on the wire where the key differs. */
  readonly name?: string;
  /** @default the location's: `form` for query and cookie, `simple` for path and header */
  readonly style?:
    | "simple"
    | "label"
    | "matrix"
    | "form"
    | "spaceDelimited"
    | "pipeDelimited"
    | "deepObject"
    | "cookie"
    | "querystring";
  /** @default true for styles `form` and `cookie`, else false */
  readonly explode?: boolean;
  /** The parameter has `content`: its value is sent as JSON text. */
  readonly json?: true;
  /** Reserved characters stand as they are in a query, but for those that would end the value. */
  readonly reserved?: true;
  /** Text of format `duration`: an object like `{ minutes: 5 }` is sent as ISO 8601 text. */
  readonly duration?: true;
}

export interface BodyRow {
  /** Media type sent: JSON where the document offers it, else the first. */
  readonly type: string;
  readonly required?: true;
  /** Other media types that a Blob may have. */
  readonly types?: readonly string[];
  /** The body is urlencoded: how its fields are written that have an `encoding`. @default text, JSON for objects */
  readonly form?: { readonly [name: string]: ParamRow };
  /** Present where the body is binary, or a form that may have files. */
  readonly upload?: UploadRow;
}

/** A body that is sent as a stream. */
export interface UploadRow {
  /** The body is multipart: what the document says of its parts. Absent: the body is binary. */
  readonly parts?: { readonly [name: string]: PartRow };
}

/** Encoding of a part of a form. */
export interface PartRow {
  /** Media types, separated by commas. */
  readonly type?: string;
  /** Objects are sent as parts `name[key]`. @default JSON */
  readonly style?: "deepObject";
}

/** The streams that an operation may answer with. */
export interface StreamsRow {
  /** Media type that is asked for by default; it may be JSON, or another one that is no stream. */
  readonly accept: string;
  /** Streams by media type. */
  readonly types: { readonly [mediaType: string]: StreamRow };
}

/** One stream of an operation. */
export interface StreamRow {
  /** Server-sent events only: `data` is JSON, always or in the events of these names (`""`: those without a name). */
  readonly json?: true | readonly string[];
  /** Data, or line, that ends the stream. */
  readonly end?: string;
  /** Name of the event that is an error. */
  readonly error?: string;
}

/** How an operation gives a list in pages. Paths into the body begin with the outermost key. */
export interface PageRow {
  /**
   * Value that differs between pages: the page number, the number of items to skip, a cursor, or the URL of the next page, in
   * the body (`next`) or in the `Link` header of the response.
   */
  readonly kind: "page" | "offset" | "cursor" | "link";
  /** Query parameter of the page; absent for `link`. */
  readonly parameter?: string;
  /** Query parameter for the size of a page. */
  readonly size?: string;
  /** Size of a page by default. */
  readonly defaultSize?: number;
  /** Largest size of a page. */
  readonly maxSize?: number;
  /** Number of the first page. @default 1 */
  readonly first?: number;
  /** Path of the items; empty: the body is the list. */
  readonly items: readonly string[];
  /** Path of the next cursor or URL. */
  readonly next?: readonly string[];
  /** Path, in an item, of the cursor of what comes behind it: that of the last one is sent. */
  readonly key?: readonly string[];
  /** Path of a boolean: whether there are more pages. */
  readonly more?: readonly string[];
  /** Path of a boolean: whether this page is the last one. */
  readonly done?: readonly string[];
  /** Path of the number of all items. */
  readonly total?: readonly string[];
}

/** How to wait until a resource has a state. */
export interface WaiterRow {
  /** Name of the method, beside that of the operation. */
  readonly name: string;
  /** Path of the state in the body. */
  readonly pointer?: readonly string[];
  readonly success?: readonly (string | number | boolean | null)[];
  readonly failure?: readonly (string | number | boolean | null)[];
  /** HTTP statuses. */
  readonly successStatus?: readonly number[];
  readonly failureStatus?: readonly number[];
  /** Milliseconds between the first two polls. @default 1_000 */
  readonly intervalMs?: number;
  /** Most milliseconds between two polls. @default 30_000 */
  readonly maxIntervalMs?: number;
  /** Longest wait in milliseconds. @default 600_000 */
  readonly timeoutMs?: number;
}

/** How to end what an operation began. */
export interface LifecycleRow {
  /** Name of the method that ends it. */
  readonly end: string;
  /** Path of the id in the body. */
  readonly id: readonly string[];
  /** Path arguments of that method: index of an argument of the beginning, `null`: the id. */
  readonly args: readonly (number | null)[];
  /** Statuses that say that it has ended already. @default [404, 410] */
  readonly ended?: readonly number[];
}
