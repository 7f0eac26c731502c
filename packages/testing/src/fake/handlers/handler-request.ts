import { FormFile, type HttpRequest, type ValidRequest } from "@svc/fastapi-validation";
import { type Operation, type Parameter, typesOf } from "@svc/model/data";

/** The values of a request, as the generated types declare them. */
export type RequestValues = Pick<ValidRequest, "path" | "query" | "headers" | "cookies" | "body">;

/**
 * The values of a request with durations as the text that was sent, as the generated types declare them. The stores use the
 * durations that validation has read.
 */
export function asSentValues(valid: ValidRequest, request: HttpRequest): RequestValues {
  const { path, headers, cookies, body } = valid;
  const sent = durationsOf(valid.operation).filter(({ name }) => valid.query[name] != null);
  const query = sent.length === 0 ? valid.query : withTexts(valid.query, sent, request);
  return { path, query, headers, cookies, body };
}

const durationsByOperation = new WeakMap<Operation, readonly Parameter[]>();

function durationsOf(operation: Operation): readonly Parameter[] {
  const known =
    durationsByOperation.get(operation) ??
    operation.parameters.filter((parameter) => parameter.in === "query" && isDuration(parameter));
  durationsByOperation.set(operation, known);
  return known;
}

function withTexts(
  query: Record<string, unknown>,
  durations: readonly Parameter[],
  { target }: HttpRequest,
): Record<string, unknown> {
  const sent = new URLSearchParams(target.split(/\?(.*)/s, 2)[1] ?? "");
  const texts = durations.flatMap(({ name }) => {
    const text = sent.getAll(name).at(-1);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...query, ...Object.fromEntries(texts) };
}

function isDuration({ schema }: Parameter): boolean {
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return options.some((option) => option.format === "duration" && typesOf(option).includes("string"));
}

/** A form with each of its files replaced, also in lists; any other body as it is. */
export function mapFiles(body: unknown, map: (file: FormFile) => unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body) || body instanceof Uint8Array) return body;
  const entries = Object.entries(body);
  if (!entries.some(([, value]) => [value].flat().some((one) => one instanceof FormFile))) return body;
  const mapped = (one: unknown): unknown => (one instanceof FormFile ? map(one) : one);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(mapped) : mapped(value)]),
  );
}

/** A file as the generated types declare it. */
export function toFile({ filename, contentType: type, bytes }: FormFile): File {
  return new File([bytes as Uint8Array<ArrayBuffer>], filename, { type });
}

/** A request as a WHATWG `Request`, for handlers. */
export function toRequest({ method, target, headers, body, form }: HttpRequest, baseUrl: string): Request {
  const sent = form === undefined ? body : formData(form);
  const hasBody = sent !== undefined && method !== "GET" && method !== "HEAD";
  // The boundary of a form that is written again is another one.
  const kept = headers.filter(([name]) => form === undefined || !/^content-(?:type|length)$/i.test(name));
  return new Request(baseUrl + target, {
    method,
    headers: kept.map(([name, value]): [string, string] => [name, value]),
    ...(hasBody && { body: sent as BodyInit }),
  });
}

function formData({ values }: NonNullable<HttpRequest["form"]>): FormData {
  const data = new FormData();
  for (const [name, all] of values) {
    for (const value of all) data.append(name, typeof value === "string" ? value : toFile(value));
  }
  return data;
}
