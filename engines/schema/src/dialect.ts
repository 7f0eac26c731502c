import type { Schemas } from "@svc/model/data";

/**
 * How a service reads requests and refuses them. A table with a column per kind of service: what differs from one to the
 * other is a row of it, and nothing asks again which kind it is.
 */
export interface Dialect {
  /** Whether errors are those of FastAPI to the letter; else they have the form that the document declares. */
  readonly refusesAsFastApi: boolean;
  /** Whether routes are matched in the order of the document, as by Starlette; else those with more text first. */
  readonly routesInOrder: boolean;
  /** Whether `%2F` in a path ends its segment, as by Starlette, which decodes before it routes. */
  readonly decodesSlashes: boolean;
  /** Whether headers are judged that HTTP clients write by themselves. */
  readonly judgesTransportHeaders: boolean;
  /** Whether names in brackets are lists and objects (`a[k]`, `a[0]`, `a[]`), whatever style is declared. */
  readonly readsBrackets: boolean;
  /** Whether cookies are percent-encoded, as style `form` says; Python's cookies are not. */
  readonly decodesCookies: boolean;
  /** Whether texts of parameters and forms are converted to the numbers and booleans of an `enum` or `const`. */
  readonly convertsLiterals: boolean;
  /** Whether a field of a form that is described as text takes a file. */
  readonly takesFilesAsText: boolean;
  /** Whether forms come in any spelling of their media type, and as JSON, in whole or in one field beside files. */
  readonly takesFormsAnyhow: boolean;
  /** Whether texts and forms are decoded by the `charset` of their media type; else as UTF-8. */
  readonly readsCharsets: boolean;
  /** Whether an empty body of JSON is an object without members where an object is required. */
  readonly takesEmptyAsObject: boolean;
  /** Whether bodies are refused for keywords that pydantic has no type for, such as `not`, `if` and `contains`. */
  readonly judgesAllKeywords: boolean;
  /** Whether a search by POST may leave out its lists, though they are required. */
  readonly mayOmitSearchLists: boolean;
}

const FASTAPI: Dialect = {
  refusesAsFastApi: true,
  routesInOrder: true,
  decodesSlashes: true,
  judgesTransportHeaders: true,
  readsBrackets: false,
  decodesCookies: false,
  convertsLiterals: false,
  takesFilesAsText: false,
  takesFormsAnyhow: false,
  readsCharsets: false,
  takesEmptyAsObject: false,
  judgesAllKeywords: false,
  mayOmitSearchLists: false,
};

/** Services of any other make: what the clients of their documents send has to be understood. */
const OPENAPI: Dialect = {
  refusesAsFastApi: false,
  routesInOrder: false,
  decodesSlashes: false,
  judgesTransportHeaders: false,
  readsBrackets: true,
  decodesCookies: true,
  convertsLiterals: true,
  takesFilesAsText: true,
  takesFormsAnyhow: true,
  readsCharsets: true,
  takesEmptyAsObject: true,
  judgesAllKeywords: true,
  mayOmitSearchLists: true,
};

/** The dialect of a document's service. FastAPI writes the schema of its errors into each document that it makes. */
export function dialectOf(schemas: Schemas): Dialect {
  return Object.hasOwn(schemas, "HTTPValidationError") ? FASTAPI : OPENAPI;
}
