import { essenceOf } from "@svc/fastapi-validation";
import type { Content, Response as Documented, Operation, Schema } from "@svc/model";
import type { Validate } from "@svc/schema";

/** The request whose response is checked. */
export interface Expected {
  readonly operation: Operation;
  /** Name of the parameter that was out of its bounds; undefined for a valid request. */
  readonly outOfBounds: string | undefined;
  /** Whether a field counts, by its pointer in the body. @default all do */
  readonly counts?: (pointer: string) => boolean;
}

/** Differences that are listed of one body. */
const LIMIT = 10;

/** Lists the differences between a response and the document, without values of the response. */
export async function checkAnswer(
  { operation, outOfBounds, counts = () => true }: Expected,
  answer: Response,
  validate: Validate,
): Promise<string[]> {
  const { status } = answer;
  const found: string[] = [];
  if (outOfBounds !== undefined && (status < 400 || status > 499)) {
    found.push(`status ${status}: a value out of the documented bounds is accepted`);
  } else if (outOfBounds === undefined && (status < 200 || status > 399)) {
    found.push(`status ${status}${HINTS[status] ?? ": a request that the document allows is not answered"}`);
  }
  const documented = documentedFor(operation, status);
  if (documented === undefined) {
    return [...found, `status ${status} is not documented; ${listed(operation.responses, (one) => one.status)}`];
  }
  const isError = outOfBounds !== undefined && status >= 400 && status <= 499;
  return [
    ...found,
    ...checkHeaders(documented, answer, validate),
    ...(await checkBody(documented, answer, isError ? requireReason(validate) : only(validate, counts))),
  ];
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

async function checkBody({ content, status }: Documented, answer: Response, validate: Validate): Promise<string[]> {
  const text = await answer.text();
  if (content.length === 0) return [];
  const type = essenceOf(answer.headers.get("content-type") ?? "");
  const documented = content.find(({ mediaType }) => allows(essenceOf(mediaType), type));
  if (documented === undefined) {
    const shown = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "none";
    return [`content type ${shown} of ${status} is not documented; ${listed(content, ({ mediaType }) => mediaType)}`];
  }
  return /[/+]json$/.test(type) ? checkJson(documented, text, validate) : [];
}

function checkJson({ schema }: Content, text: string, validate: Validate): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return ["the body is no JSON"];
  }
  const issues = schema === undefined ? [] : validate(schema, value);
  // The actual value may be a mail or a credential: only its position and the expectation are reported.
  const lines = issues.map(
    ({ pointer, message }) => `body${pointer}: ${message.replace(/[,;:]? (?:but )?(?:got|found|is) .*$/s, "")}`,
  );
  return issues.length <= LIMIT ? lines : [...lines.slice(0, LIMIT), `body: ${issues.length - LIMIT} more`];
}

function allows(documented: string, type: string): boolean {
  if (documented === type || documented === "*/*") return true;
  return documented.endsWith("/*") && type.startsWith(documented.slice(0, -1));
}
