import { defineCommand } from "../../scripts/toolkit/command.ts";
import { contentDisposition } from "./content-disposition.ts";
import { cookies, dates } from "./cookies.ts";
import { eventStreams } from "./event-streams.ts";
import { json } from "./json.ts";
import { jsonSchemaJudges } from "./json-schema.ts";
import { type Judge, type Tally, tally } from "./judge.ts";
import { multipart } from "./multipart.ts";
import { openapi } from "./openapi.ts";
import { overlays } from "./overlays.ts";
import { structuredFields } from "./structured-fields.ts";
import { uriTemplates } from "./uri-templates.ts";
import { valueJudges } from "./values.ts";
import { webhooks } from "./webhooks.ts";

export const testJudges = defineCommand({
  options: {},
  description: `Holds every suite of docs/decisions/judges.md against this project and prints its table. A minute.`,
  async run() {
    const tallies: Tally[] = [];
    for (const judge of JUDGES) tallies.push(await tally(judge, true));
    process.stdout.write(table(tallies));
    const wrong = tallies.flatMap(({ judge, wrong }) =>
      wrong.map(({ name, got }) => `${judge.suite}: ${name}: ${got}\n`),
    );
    process.stdout.write(wrong.join(""));
    return wrong.length === 0 ? 0 : 1;
  },
});

/** The table as Markdown, with the reasons below it. */
function table(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ judge, cases, right, wanted, wrong }) => {
    const differing = wanted.reduce((sum, { count }) => sum + count, 0);
    return [judge.suite, judge.version, judge.judged, cases, right, differing, wrong.length];
  });
  const head = ["Suite", "Version", "Judged", "Cases", "Right", "Wanted differences", "Wrong"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  const reasons = tallies.flatMap(({ judge, wanted }) => [
    ...wanted.map(({ reason, count }) => `- ${judge.suite}, ${count} different: ${reason}`),
    ...new Set((judge.aside ?? []).map((reason) => `- ${judge.suite}, not asked: ${reason}`)),
  ]);
  return `${lines.join("\n")}\n\n${reasons.join("\n")}\n`;
}

/** Every suite, in the order of the table. */
export const JUDGES: readonly Judge[] = [
  ...jsonSchemaJudges,
  ...valueJudges,
  structuredFields,
  uriTemplates,
  openapi,
  overlays,
  eventStreams,
  webhooks,
  multipart,
  contentDisposition,
  json,
  cookies,
  dates,
];
