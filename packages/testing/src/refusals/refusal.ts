import { childPointer, type Json, snakeCase } from "@svc/model/data";

/** Why a request is refused, before it has the form of a document. */
export interface Refusal {
  readonly status: number;
  /** Name of the status: `Not Found`. */
  readonly title: string;
  /** A sentence for people. */
  readonly detail: string;
  /** What is wrong in the request, one by one. Empty where it is refused as a whole. */
  readonly issues: readonly RefusedPart[];
}

/** A part of a request that is refused. */
export interface RefusedPart {
  /** Where: `body`, `items`, `0`, `price`. */
  readonly loc: readonly (string | number)[];
  /** `Field required`. */
  readonly rule: string;
  readonly isMissing: boolean;
}

/** Name of a part as a caller wrote it: `items[0].price`. */
export function nameOfPart({ loc }: RefusedPart): string {
  const [, ...path] = loc;
  return path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? key : `${name}.${key}`;
  }, "");
}

/** JSON pointer of a part of the body: `/items/0/price`. */
export function pointerOfPart({ loc }: RefusedPart): string {
  const [, ...path] = loc;
  return childPointer("", ...path);
}

/** Parts that a sentence names. */
const NAMED = 3;

/** `title: Field required; labels[0]: Input should be a valid string`. */
export function sentenceOf(issues: readonly RefusedPart[]): string {
  const named = issues
    .slice(0, NAMED)
    .map((issue) => `${nameOfPart(issue) || String(issue.loc[0] ?? "request")}: ${issue.rule}`);
  const rest = issues.length - named.length;
  return `${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

/** Words by which services name a kind of refusal, the best first. */
const BY_STATUS: { readonly [status: number]: string } = {
  400: "invalid_request bad_request validation",
  401: "unauthorized unauthenticated authentication not_authenticated auth credential token api_key",
  402: "payment card",
  403: "forbidden permission access denied authorization",
  404: "not_found does_not_exist no_such missing unknown not_exist",
  405: "method",
  406: "not_acceptable accept",
  409: "conflict already exist duplicate idempotency",
  410: "gone expired not_found",
  412: "precondition",
  413: "too_large size",
  415: "media_type content_type unsupported",
  422: "validation unprocessable invalid_request",
  423: "locked",
  429: "rate_limit too_many throttl quota limit",
};
const OF_CLIENT = "invalid_request invalid bad_request request validation client";
const OF_SERVER = "internal server unavailable api_error unknown unexpected error";
const MISSING = "missing_field missing required blank empty not_present";
const INVALID = "invalid malformed format bad unprocessable";

/** The value of a list that names a refusal, or one part of it; undefined where none does. */
export function namingValue(values: readonly Json[], { status }: Refusal, part?: RefusedPart): string | undefined {
  const ofPart = part === undefined ? "" : `${part.isMissing ? MISSING : ""} ${INVALID}`;
  const wanted = `${ofPart} ${BY_STATUS[status] ?? ""} ${status >= 500 ? OF_SERVER : OF_CLIENT}`;
  const texts = values.filter((value) => typeof value === "string");
  // `invalidRequest`, `INVALID-REQUEST` and `Invalid request` are `invalid_request`.
  const names = texts.map((value) => snakeCase(value).toLowerCase());
  const found = (wanted.match(/\w+/g) ?? []).map((word) => names.findIndex((name) => name.includes(word)));
  return texts[found.find((index) => index >= 0) ?? -1];
}

/** A code for a refusal, or one part of it, where the document lists none: `not_found`, `missing`. */
export function codeOf({ title }: Refusal, part?: RefusedPart): string {
  if (part !== undefined) return part.isMissing ? "missing" : "invalid";
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}
