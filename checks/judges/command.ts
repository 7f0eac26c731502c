import { defineCommand } from "../../scripts/toolkit/command.ts";
import { contentDisposition } from "./content-disposition.ts";
import { cookies } from "./cookies.ts";
import { eventStreams } from "./event-streams.ts";
import { json } from "./json.ts";
import { jsonSchemaJudges } from "./json-schema.ts";
import { type Judge, type Tally, tally } from "./judge.ts";
import { multipart } from "./multipart.ts";
import { openapi } from "./openapi.ts";
import { overlays } from "./overlays.ts";
import { structuredFields } from "./structured-fields.ts";
import { valueJudges } from "./values.ts";

/** Every suite, in the order of the table. */
export const JUDGES: readonly Judge[] = [
  ...[...jsonSchemaJudges, ...valueJudges],
  ...[structuredFields, openapi, overlays, eventStreams],
  ...[multipart, contentDisposition, json, cookies],
];

export const testJudges = defineCommand({
  options: {},
  description: `Runs the suites of docs/decisions/judges.md and prints its table. A minute.`,
  async run() {
    const tallies: Tally[] = [];
    for (const judge of JUDGES) tallies.push(await tally(judge, true));
    console.log(table(tallies));
    const wrong = tallies.flatMap(({ judge, wrong }) => wrong.map((line) => `${judge.suite}: ${line}`));
    for (const line of wrong) console.error(line);
    return wrong.length === 0 ? 0 : 1;
  },
});

/** The table as Markdown, with the reasons below it. */
function table(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ judge: { suite, version, judged }, cases, wanted, wrong }) => {
    const differing = [...wanted.values()].reduce((sum, count) => sum + count, 0);
    return [suite, version, judged, cases, cases - differing - wrong.length, differing, wrong.length];
  });
  const head = ["Suite", "Version", "Judged", "Cases", "Right", "Wanted differences", "Wrong"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  const reasons = tallies.flatMap(({ judge: { suite, aside = [] }, wanted }) => [
    ...[...wanted].map(([reason, count]) => `- ${suite}, ${count} different: ${reason}`),
    ...aside.map((reason) => `- ${suite}, not asked: ${reason}`),
  ]);
  return [...lines, "", ...reasons].join("\n");
}
