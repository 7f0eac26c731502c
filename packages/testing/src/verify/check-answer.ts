import { collectBytes } from "@svc/fastapi-validation";
import { type Content, type Response as Documented, essenceOf, type Operation, type Schema } from "@svc/model";
import type { Issue, Validate } from "@svc/schema";
import { checkItems } from "./check-items.ts";

/** The request whose response is checked. */
export interface Expected {
  readonly operation: Operation;
  /** Name of the parameter that was out of its bounds; undefined for a valid request. */
  readonly outOfBounds: string | undefined;
  /** Whether a field counts, by its pointer in the body. @default all do */
  readonly counts?: (pointer: string) => boolean;
  /** Aborted when the request's time is over. @default never */
  readonly signal?: AbortSignal;
}

/** Differences between a response and the document. */
export interface CheckedAnswer {
  /** Without values of the response. */
  readonly differences: readonly string[];
  /** Items that were read of a stream; undefined for other bodies. */
  readonly items?: number;
}

/** Differences that are listed of one body. */
const LIMIT = 10;

/** Compares a response with the document; of a stream its first items. */
export async function checkAnswer(
  { operation, outOfBounds, counts = () => true, signal = new AbortController().signal }: Expected,
  answer: Response,
  validate: Validate,
): Promise<CheckedAnswer> {
  const { status } = answer;
  const found: string[] = [];
  if (outOfBounds !== undefined && (status < 400 || status > 499)) {
    found.push(`status ${status}: a value out of the documented bounds is accepted`);
  } else if (outOfBounds === undefined && (status < 200 || status > 399)) {
    found.push(`status ${status}${HINTS[status] ?? ": a request that the document allows is not answered"}`);
  }
  const documented = documentedFor(operation, status);
  if (documented === undefined) {
    const all = listed(operation.responses, (one) => one.status);
    return { differences: [...found, `status ${status} is not documented; ${all}`] };
  }
  const isError = outOfBounds !== undefined && status >= 400 && status <= 499;
  const validateBody = isError ? requireReason(validate) : only(validate, counts);
  const body = await checkBody(documented, answer, validateBody, signal);
  return { ...body, differences: [...found, ...checkHeaders(documented, answer, validate), ...body.differences] };
}

function listed<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  return items.length === 0 ? "none is" : `${items.map(nameOf).join(", ")} ${items.length === 1 ? "is" : "are"}`;
}

/**
 * Validates the body of a 4xx response. Documents make `detail` optional, so `{}` is valid; a response without a reason is
 * reported all the same.
 */
function requireReason(validate: Validate): Validate {
  return (schema, value) => {
    const issues = validate(schema, value);
    if (issues.length > 0 || !describesDetail(schema, validate)) return issues;
    const detail = (value as { detail?: unknown } | null)?.detail;
    const hasReason = Array.isArray(detail) && detail.length > 0;
    return hasReason ? [] : [{ pointer: "/detail", message: "expected a reason of the error" }];
  };
}

/** Whether a schema is about an object with a list of reasons. */
function describesDetail(schema: Schema, validate: Validate): boolean {
  const accepts = (value: unknown): boolean => validate(schema, value).length === 0;
  return accepts({ detail: [] }) && !accepts({ detail: 0 });
}

/** Of all issues, those of fields that count. */
function only(validate: Validate, counts: (pointer: string) => boolean): Validate {
  return (schema, value) => validate(schema, value).filter(({ pointer }) => counts(pointer));
}

const HINTS: { readonly [status: number]: string } = {
  401: ": the credential is refused; give one with --token or SVC_API_KEY",
  403: ": the credential is refused; give one with --token or SVC_API_KEY",
  404: ": nothing there; give ids that exist with --params",
};

function documentedFor({ responses }: Operation, status: number): Documented | undefined {
  const find = (name: string): Documented | undefined => responses.find((response) => response.status === name);
  return find(String(status)) ?? find(`${String(status)[0]}XX`) ?? find("default");
}

function checkHeaders({ headers }: Documented, answer: Response, validate: Validate): string[] {
  return headers.flatMap(({ name, required, schema }) => {
    const text = answer.headers.get(name);
    if (text === null) return required ? [`header ${name} is missing`] : [];
    const isNumber = text.trim() !== "" && !Number.isNaN(Number(text));
    const readings: unknown[] = [
      text,
      ...(isNumber ? [Number(text)] : []),
      ...(/^(?:true|false)$/.test(text) ? [text === "true"] : []),
    ];
    const isValid = readings.some((reading) => validate(schema, reading).length === 0) || !isScalar(schema.type);
    return isValid ? [] : [`header ${name} is not of its schema`];
  });
}

function isScalar(type: unknown): boolean {
  return typeof type === "string" && type !== "array" && type !== "object";
}

async function checkBody(
  { content, status }: Documented,
  answer: Response,
  validate: Validate,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const type = essenceOf(answer.headers.get("content-type") ?? "");
  const documented = content.find(({ mediaType }) => allows(essenceOf(mediaType), type));
  if (documented?.stream !== undefined && answer.body !== null) {
    const { issues, count } = await checkItems(answer.body, documented.stream, validate, signal);
    return { differences: describe(issues, "item "), items: count };
  }
  if (content.length > 0 && documented === undefined) {
    // A stream that is not documented may have no end.
    answer.body?.cancel().catch(() => {});
    const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "none";
    const all = listed(content, ({ mediaType }) => mediaType);
    return { differences: [`content type ${shown} of ${status} is not documented; ${all}`] };
  }
  const text = await readText(answer);
  if (text === undefined) return { differences: [`the body is longer than ${MOST_BYTES} bytes`] };
  const isJson = documented !== undefined && /[/+]json$/.test(type);
  return { differences: isJson ? checkJson(documented, text, validate) : [] };
}

/** Longest body that is read, in bytes: as long as those of requests that the fake reads. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a body; undefined where it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  const bytes = collectBytes();
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes.add(chunk);
    if (bytes.length > MOST_BYTES) return undefined;
  }
  return new TextDecoder().decode(bytes.read());
}

function checkJson({ schema }: Content, text: string, validate: Validate): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return ["the body is no JSON"];
  }
  return describe(schema === undefined ? [] : validate(schema, value), "body");
}

/** Issues as lines. The actual value may be a mail or a credential: only its position and the expectation are reported. */
function describe(issues: readonly Issue[], place: string): string[] {
  const lines = issues.slice(0, LIMIT).map(({ pointer, message }) => {
    const shown = place === "body" ? pointer : pointer.slice(1);
    const expectation = message.replace(/[,;:]? (?:but )?(?:got|found|is) .*$/s, "");
    const isCut = expectation !== message && /\([^)]*$/.test(expectation);
    return `${place}${shown}: ${expectation}${isCut ? ")" : ""}`;
  });
  return issues.length <= LIMIT ? lines : [...lines, `${place.trim()}: ${issues.length - LIMIT} more`];
}

function allows(documented: string, type: string): boolean {
  if (documented === type || documented === "*/*") return true;
  return documented.endsWith("/*") && type.startsWith(documented.slice(0, -1));
}
