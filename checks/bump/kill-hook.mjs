// Loaded before a command: counts every change that its process makes to the file system, kills it before the one that
// SVC_KILL_AT names, and notes them all in SVC_KILL_LOG.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env["SVC_KILL_AT"] ?? "-1");
const log = process.env["SVC_KILL_LOG"];
const { writeFileSync } = fs;
let count = 0;
for (const name of [
  "copyFileSync",
  "mkdirSync",
  "mkdtempSync",
  "renameSync",
  "rmSync",
  "symlinkSync",
  "writeFileSync",
]) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (count === at) process.kill(process.pid, "SIGKILL");
    count++;
    if (log !== undefined) writeFileSync(log, `${name} ${args[0]}\n`, { flag: "a" });
    return original.apply(fs, args);
  };
}
syncBuiltinESMExports();
