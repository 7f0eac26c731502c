import { createConfig, lintFromString } from "@redocly/openapi-core";
import { cut } from "@svc/diff";

/** Remarks that are shown with their place; of more, the numbers by rule tell enough. */
const MAX_SHOWN = 5;

/** Longer documents are not linted: it would take longer than all else. Characters. */
const MAX_LENGTH = 4_000_000;

/**
 * Findings of Redocly's recommended rules, one line each. Remarks only: operation ids that are not
 * there are derived, and what cannot be generated from
 * has been refused before.
 */
export async function lintDocument(source: string): Promise<string[]> {
  if (source.length > MAX_LENGTH) return [`lint: left out, the document has more than ${MAX_LENGTH} characters`];
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "info-license": "off", "operation-operationId": "off" },
  });
  const problems = await lintFromString({ source, config });
  if (problems.length === 0) return ["lint: nothing to remark"];
  const byRule = Map.groupBy(problems, ({ ruleId }) => ruleId);
  const counts = [...byRule].map(([rule, { length }]) => `${rule} ${length}`);
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ ruleId, message, location }) => `  ${cut(location[0]?.pointer ?? "#/", 200)} ${ruleId}: ${cut(message)}`);
  return [`lint: ${problems.length} remarks (${counts.join(", ")})`, ...shown];
}
