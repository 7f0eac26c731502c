import { defineCommand } from "../../scripts/toolkit/command.ts";
import { overBudget, readBudget, writeBudget } from "./compare.ts";
import { measure } from "./measure.ts";
import { measureTypes } from "./measure-types.ts";

export const budget = defineCommand({
  options: { update: { type: "boolean", text: "write checks/budget/budget.json instead of comparing with it" } },
  description: `Measures without a clock: modules and bytes that are loaded, calls of functions, instantiations of types, and the size
of the client. A figure that has grown by more than a twentieth fails, and names the folders that grew.`,
  async run({ values: { update = false } }) {
    const figures = { ...(await measure()), ...(await measureTypes()) };
    if (update) writeBudget(figures);
    const over = overBudget(figures, readBudget());
    for (const [name, value] of Object.entries(figures)) if (!name.includes(" in ")) console.log(`${name}: ${value}`);
    for (const line of over) console.error(line);
    return over.length === 0 ? 0 : 1;
  },
});
