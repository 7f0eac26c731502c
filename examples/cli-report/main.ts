import { createSvcClient } from "@svc/client";
import { progressBar } from "./progress-bar.ts";
import { makeReport } from "./report.ts";

// SVC_BASE_URL and SVC_API_KEY say where, the arguments which personas. The report goes to stdout, the bar to stderr.
const svc = createSvcClient();
let last = { done: 0, total: process.argv.length - 2 };
const { isTTY } = process.stderr;
const draw = (): void => {
  const line = progressBar(last, svc.rateLimit, Date.now());
  process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
};
const timer = setInterval(draw, isTTY ? 100 : 1000);
try {
  const report = await makeReport(svc, process.argv.slice(2), (progress) => {
    last = progress;
  });
  draw();
  process.stderr.write(isTTY ? "\n" : "");
  for (const { personaId, unread } of report) console.log(`${personaId}\t${unread}`);
} finally {
  clearInterval(timer);
  await svc.close();
}
