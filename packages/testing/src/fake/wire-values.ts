import type { Call, FrontRequest } from "@svc/fastapi-validation";
import type { Parameter } from "@svc/model";
import { typesOf } from "@svc/model";

/** A request's values as the generated types name them. */
export type WireValues = Pick<Call, "path" | "query" | "headers" | "cookies" | "body">;

/**
 * The values of a call with durations as the text that was sent: that is what the document's types say, while the stores
 * reckon with what validation has read of it.
 */
export function wireValues(call: Call, request: FrontRequest): WireValues {
  const { path, headers, cookies, body } = call;
  const durations = call.operation.parameters.filter((parameter) => parameter.in === "query" && isDuration(parameter));
  return {
    path,
    query: durations.length === 0 ? call.query : withTexts(call.query, durations, request),
    headers,
    cookies,
    body,
  };
}

function withTexts(
  query: Record<string, unknown>,
  durations: readonly Parameter[],
  { target }: FrontRequest,
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
