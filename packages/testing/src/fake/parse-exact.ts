import { parseJson, toPlain } from "@svc/fastapi-validation";
import { parseUnwatched } from "../contract/watch-reads.ts";

/**
 * `JSON.parse` that gives a bigint where a number would be another integer, as the validation of requests does. Text without
 * sixteen digits in a row, which nearly all is, is parsed as ever.
 *
 * @throws SyntaxError for text that is no JSON
 */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return parseUnwatched(text);
  const parsed = parseJson(text);
  return "value" in parsed ? toPlain(parsed.value) : parseUnwatched(text);
}
