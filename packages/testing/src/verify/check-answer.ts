import { essenceOf } from "@svc/fastapi-validation";
import type { Content, Response as Documented, Operation, Schema } from "@svc/model";
import type { Validate } from "@svc/schema";

/** What an answer is held against. */
export interface Expected {
  readonly operation: Operation;
  /** The parameter that was out of its bounds. */
  readonly outOfBounds: string | undefined;
}

/** Differences between an answer and the document that are listed of one body. */
const LIMIT = 10;

/** Where an answer differs from the document, in sentences that hold no value of the answer. */
export async function checkAnswer(
  { operation, outOfBounds }: Expected,
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
  const isRefusal = outOfBounds !== undefined && status >= 400 && status <= 499;
  return [
    ...found,
    ...checkHeaders(documented, answer, validate),
    ...(await checkBody(documented, answer, isRefusal ? refusing(validate) : validate)),
  ];
}

function listed<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  return items.length === 0 ? "none is" : `${items.map(nameOf).join(", ")} ${items.length === 1 ? "is" : "are"}`;
}

/**
 * Validates a body that tells why a request is refused. Documents leave open whether `detail` is always there, and so
 * `{}` is valid; but a refusal without a reason is none that the documented shape is made for.
 */
function refusing(validate: Validate): Validate {
  return (schema, value) => {
    const issues = validate(schema, value);
    if (issues.length > 0 || !describesDetail(schema, validate)) return issues;
    const detail = (value as { detail?: unknown } | null)?.detail;
    const hasReason = Array.isArray(detail) && detail.length > 0;
    return hasReason ? [] : [{ pointer: "/detail", message: "expected a reason for the refusal" }];
  };
}

/** Whether a schema is about an object with a list of reasons. */
function describesDetail(schema: Schema, validate: Validate): boolean {
  const accepts = (value: unknown): boolean => validate(schema, value).length === 0;
  return accepts({ detail: [] }) && !accepts({ detail: 0 });
}

const HINTS: { readonly [status: number]: string } = {
  401: ": the credential is refused; give one with --token or SVC_TOKEN",
  403: ": the credential is refused; give one with --token or SVC_TOKEN",
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
  // What came instead may be a mail or a credential: the place and what was expected are enough to find it.
  const lines = issues.map(
    ({ pointer, message }) => `body${pointer}: ${message.replace(/[,;:]? (?:but )?(?:got|found|is) .*$/s, "")}`,
  );
  return issues.length <= LIMIT ? lines : [...lines.slice(0, LIMIT), `body: ${issues.length - LIMIT} more`];
}

function allows(documented: string, type: string): boolean {
  if (documented === type || documented === "*/*") return true;
  return documented.endsWith("/*") && type.startsWith(documented.slice(0, -1));
}
