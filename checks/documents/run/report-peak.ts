import { writeSync } from "node:fs";

// Loaded before a command: writes to its file descriptor 3 the most memory that the process had, in MB, and its processor
// time, in seconds.
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, `${Math.ceil(maxRSS / 1024)} ${((userCPUTime + systemCPUTime) / 1e6).toFixed(2)}`);
});
