import { runMain } from "../scripts/toolkit/run-main.ts";
import { CHECKS } from "./commands.ts";

await runMain(CHECKS, "node checks/main.ts");
