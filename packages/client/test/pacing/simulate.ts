import { argv, stdout } from "node:process";
import { countBlocks, startCounting } from "./count-blocks.ts";
import { laterRefusals, rateEfficiency, windowEfficiency } from "./efficiency.ts";
import { aloneOnFixedWindows, families } from "./scenarios.ts";
import { simulate } from "./simulator.ts";

// Prints a table per kind of server: `node --conditions=@svc/source packages/client/test/pacing/simulate.ts [SEEDS]`.
// Efficiency is what was accepted over what the limit gave; "later": 429s from the second window on.
const seeds = Number(argv[2] ?? 300);
startCounting();
const row = (cells: readonly (string | number)[]): void => {
  stdout.write(`| ${cells.join(" | ")} |\n`);
};
row(["server", "seeds", "efficiency: worst", "median", "429s: share", "later", "worst run"]);
row(["---", "--:", "--:", "--:", "--:", "--:", "--:"]);
for (const [name, family] of Object.entries(families)) {
  const efficiencies: number[] = [];
  let [arrived, refused, later, worst] = [0, 0, 0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const scenario = family(seed);
    const outcome = await simulate(scenario);
    const isAlone = family === aloneOnFixedWindows;
    efficiencies.push(isAlone ? windowEfficiency(outcome, scenario.limit.burst) : rateEfficiency(outcome, scenario));
    arrived += outcome.arrived;
    refused += outcome.refused;
    later += laterRefusals(outcome);
    worst = Math.max(worst, outcome.refused / outcome.arrived);
  }
  efficiencies.sort((a, b) => a - b);
  const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;
  row([
    name,
    seeds,
    (efficiencies[0] ?? 0).toFixed(3),
    (efficiencies[seeds >> 1] ?? 0).toFixed(3),
    percent(refused / arrived),
    later,
    percent(worst),
  ]);
}
const { entered, all } = await countBlocks("src/pacing/limit.ts");
stdout.write(`\nBlocks of the state machine that were entered: ${entered} of ${all}.\n`);
