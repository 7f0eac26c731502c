/**
 * What the runtime knows of a document: rows of data, no code. The generator writes one table per document; what
 * happens with a row is written once, in this folder.
 */
export interface ClientTable {
  /** `info.version` of the document. */
  readonly documentVersion: string;
  /** Constant headers that accompany every request, also one without a body. */
  readonly headers?: { readonly [name: string]: string };
  /** Security schemes by name. */
  readonly schemes: { readonly [name: string]: SchemeRow };
  /** The requirement of operations that have none of their own: alternatives of schemes that go together. */
  readonly security: readonly (readonly string[])[];
  readonly operations: readonly OperationRow[];
}

/** How a credential travels. `oauth2` and `openIdConnect` are bearer credentials. */
export type SchemeRow =
  | { readonly kind: "bearer" | "basic" }
  | { readonly kind: "header" | "query" | "cookie"; readonly name: string };

/**
 * One operation. The method's arguments are: path parameters in template order; the request body where `body` is set;
 * an object of parameters where `params` is set; call options.
 */
export interface OperationRow {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template as in the document. */
  readonly path: string;
  /** SDK method name, dotted: `personas.emails.list`. */
  readonly name: string;
  /**
   * Present where the operation has query, header or cookie parameters. Keys are the argument's keys (wire names, but
   * where two locations share a name); only what differs from a query parameter of style `form`, exploded, has a row.
   */
  readonly params?: { readonly [key: string]: ParamRow };
  /** Path parameters that are not of style `simple`, not exploded. */
  readonly pathStyles?: { readonly [name: string]: ParamRow };
  readonly body?: BodyRow;
  /** Set where a success may be something else than JSON of the document's schema: the content type decides then. */
  readonly untyped?: true;
  /** Present where the operation gives a long list in parts. */
  readonly page?: PageRow;
  /** Set where it differs from the table's. Empty: no credential is sent. */
  readonly security?: readonly (readonly string[])[];
}

export interface ParamRow {
  /** @default "query" */
  readonly in?: "query" | "header" | "cookie";
  /** Name on the wire where the key differs. */
  readonly name?: string;
  /** @default the location's: `form` for query and cookie, `simple` for path and header */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** @default true for style `form`, else false */
  readonly explode?: boolean;
  /** The parameter has `content`: its value is sent as JSON text. */
  readonly json?: true;
  readonly allowReserved?: true;
  /** Text of format `duration`: an object like `{ minutes: 5 }` is sent as ISO 8601 text. */
  readonly duration?: true;
}

export interface BodyRow {
  /** Media type sent: JSON where the document offers it, else the first. */
  readonly type: string;
  readonly required?: true;
}

/** How an operation gives a long list in parts. Paths into the body have the outermost key first. */
export interface PageRow {
  /**
   * What moves from part to part: a page number, a number of items to skip, a cursor, or an address of the next part in
   * the body (`next`) or else in the answer's `Link` header.
   */
  readonly kind: "page" | "offset" | "cursor" | "link";
  /** Query parameter that moves; absent for `link`. */
  readonly parameter?: string;
  /** Query parameter that limits a part. */
  readonly size?: string;
  /** Size of a part, where the caller does not say. */
  readonly defaultSize?: number;
  /** Largest size of a part. */
  readonly maxSize?: number;
  /** Number of the first page. @default 1 */
  readonly first?: number;
  /** Where the items are; empty: the body is the list. */
  readonly items: readonly string[];
  /** Where the next cursor is, or the next address. */
  readonly next?: readonly string[];
  /** Where it says whether there is more. */
  readonly more?: readonly string[];
  /** Where the number of all items is. */
  readonly total?: readonly string[];
}
