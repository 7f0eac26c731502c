import { enableCompileCache } from "node:module";

// The compiler is nine megabytes of JavaScript, and types are stripped from hundreds of modules: compiled code from the last run
// saves half a second, here and in each process that is started. Modules that are imported before this call are not cached.
process.env["NODE_COMPILE_CACHE"] ??= `${import.meta.dirname}/node_modules/.cache/node`;
enableCompileCache();

const { SCRIPTS } = await import("./scripts/commands.ts");
const { runMain } = await import("./scripts/toolkit/run-main.ts");

await runMain(SCRIPTS, "pnpm svc");
