import { run } from "./limiters.ts";
import { toMarkdown } from "./report.ts";
const tell = (what: string) => console.log(what, process.getActiveResourcesInfo().join(" "));
const r = (await run()) as any;
console.log(toMarkdown(r, "x"));
const t = Date.now(); process.on("exit", () => console.log("ended after", Date.now() - t));
const show = () => { for (const h of (process as any)._getActiveHandles()) console.log("  H", h?.constructor?.name, h?.spawnfile, h?.fd, h?._connectionKey, h?.remotePort, h?.localPort, h?.pid); };
tell("end"); show();
for (const s of [5, 20, 60]) setTimeout(() => { tell(`after ${s}s`); show(); if (s === 60) process.exit(1); }, s * 1000).unref();
