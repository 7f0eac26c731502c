import {
  type HttpResponse,
  JsonFloat,
  type RejectedRequest,
  type ValidationIssue,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { editDistance, type Model, methodName, type Operation, routeText, serverAddresses } from "@svc/model/data";
import { type CredentialNames, REDACTED } from "../redaction/secret-names.ts";

/** Why the fake refused a request, or could not answer it as its document says. */
export interface RefusalReason {
  /** Where: `body.address.city`, `query.limit`, `credentials`, `response`. */
  readonly place: string;
  /** Rule that was violated: `Input should be greater than or equal to 1`. */
  readonly rule: string;
  /** Value received, as JSON of at most 100 characters; undefined where there was none, or it is secret. */
  readonly value: string | undefined;
}

/** Header by which an answer of the fake says why it is no success. */
export const REASON_HEADER = "x-svc-fake-reason";

const MAX_VALUE = 100;
const MAX_HEADER = 300;

/**
 * Why a request was refused before a handler saw it; undefined for accepted requests, and where no operation matches. No
 * credential is in it.
 *
 * @param secretNames names of headers, parameters and fields that carry credentials
 */
export function reasonOf(
  validated: ValidRequest | RejectedRequest,
  secretNames: CredentialNames,
): RefusalReason | undefined {
  if (validated.kind === "valid" || validated.operation === undefined) return undefined;
  if (validated.kind === "response") {
    const { status } = validated.response;
    const place = status === 401 || status === 403 ? "credentials" : "body";
    return { place, rule: detailOf(validated.response), value: undefined };
  }
  const [issue] = validated.errors;
  return issue === undefined ? undefined : reasonOfIssue(issue, secretNames);
}

/** Why one part of a request was refused. No credential is in it. */
export function reasonOfIssue({ loc, msg, type, input }: ValidationIssue, secretNames: CredentialNames): RefusalReason {
  const place = loc.join(".").slice(0, 200);
  const isSecret = loc.some((part) => secretNames.isSecret(String(part)));
  // Messages quote what came.
  if (isSecret) return { place, rule: type, value: undefined };
  return { place, rule: msg.slice(0, 500), value: type === "missing" ? undefined : show(input, secretNames) };
}

function show(input: unknown, { isSecret }: CredentialNames): string | undefined {
  const text = JSON.stringify(input, (name, part: unknown) => {
    if (name !== "" && isSecret(name)) return REDACTED;
    if (part instanceof JsonFloat) return part.value;
    return typeof part === "bigint" ? String(part) : part;
  });
  return text === undefined || text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 3)}...`;
}

/** The text of FastAPI's errors: `{"detail":"Not authenticated"}`. */
function detailOf({ status, body }: HttpResponse): string {
  const [, detail] = /^\{"detail":"([^"\\]{1,200})"\}$/.exec(String(body ?? "")) ?? [];
  return detail ?? `answered ${status}`;
}

/** A reason in one line: `body.limit: Input should be a valid integer (got "x")`. */
export function describeReason({ place, rule, value }: RefusalReason): string {
  return `${place}: ${rule}${value === undefined ? "" : ` (got ${value})`}`;
}

/** The response with the reason as a header: printable ASCII, at most 300 characters. */
export function withReason(response: HttpResponse, reason: RefusalReason | undefined): HttpResponse {
  if (reason === undefined) return response;
  const text = describeReason(reason)
    .replace(/[^ -~]+/g, "?")
    .slice(0, MAX_HEADER);
  return { ...response, headers: [...response.headers, [REASON_HEADER, text.trim()]] };
}

/** The reason that a generated response gives for itself: its document allows no value. */
export function reasonOfResponse({ headers }: HttpResponse): RefusalReason | undefined {
  const text = headers.find(([name]) => name === REASON_HEADER)?.[1];
  return text === undefined
    ? undefined
    : { place: "response", rule: text.replace(/^response: /, ""), value: undefined };
}

/** Operations that a message names. */
const SHOWN = 3;
/** Characters and segments of a path that are compared, which bounds the time. */
const COMPARED = { characters: 80, segments: 20 } as const;

/** Says that no operation matches a request, with the nearest operations and their differences, one line each. */
export function explainUnmatched(method: string, path: string, model: Model): string {
  // The path may have that of a server before it.
  const prefixes = ["", ...serverAddresses(model).flatMap((server) => server.path?.exec(path)?.[0] ?? [])];
  const readings = prefixes.map((prefix) => segmentsOf(path.slice(prefix.length)));
  const ranked = model.operations.map((operation) => {
    const compared = readings.map((given) => compare(method, given, operation));
    return { operation, ...compared.reduce((best, one) => (one.distance < best.distance ? one : best)) };
  });
  const nearest = ranked.sort((a, b) => a.distance - b.distance).slice(0, SHOWN);
  const lines = nearest.map(
    ({ operation, reasons }) => `  ${routeText(operation)} (${methodName(operation)}): ${reasons.join(", ")}`,
  );
  const shown = path.length > 500 ? `${path.slice(0, 500)}...` : path;
  return [`No operation matches ${method} ${shown}.`, ...(lines.length > 0 ? ["Nearest:", ...lines] : [])].join("\n");
}

function segmentsOf(path: string): string[] {
  return path.split("/", COMPARED.segments).map((segment) => segment.slice(0, COMPARED.characters));
}

function compare(method: string, given: readonly string[], operation: Operation) {
  const reasons: string[] = [];
  let distance = 0;
  const note = (reason: string, cost: number): void => {
    reasons.push(reason);
    distance += cost;
  };
  const wanted = operation.path.split("/");
  for (let index = 0; index < Math.max(wanted.length, given.length); index++) {
    const [want, got] = [wanted[index], given[index]];
    if (want === got || (want?.includes("{") && got)) continue;
    if (want === undefined) note(`it has no segment "${got}"`, 2);
    else if (!got) note(`segment "${want}" is missing`, 2);
    else note(`"${got}" instead of "${want}"`, 1 + editDistance(got, want) / Math.max(got.length, want.length));
  }
  const wantedMethod = operation.method.toUpperCase();
  if (wantedMethod !== method) note(`method ${method} instead of ${wantedMethod}`, 0.5);
  const encoded = given.find((segment) => /%2f/i.test(segment));
  // The path looks right, so that the routing of the service must see another one.
  if (reasons.length === 0 && encoded !== undefined)
    note(`"${encoded}" is two segments: the service decodes %2F before it looks for an operation`, 0.5);
  return { distance, reasons };
}
