import { expectEqual, expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";

/** The end of a call under each fault, by the label in the form. */
const ENDS: Readonly<Record<string, RegExp>> = {
  Status: /^Rejected: ServerError.*status: 503/,
  "Refused: 429": /^Rejected: RateLimitError.*status: 429/,
  "Connection reset": /^Rejected: ConnectionError.*cause/,
  "Reset in the body": /^Rejected: ConnectionError.*cause/,
  "No answer (timeout)": /^Rejected: TimeoutError/,
  "Truncated body": /^Rejected: ConnectionError.*cause/,
  "Malformed JSON": /^Rejected: SvcApiError/,
  // The document says that it is JSON, whatever the answer says.
  "Wrong content type": /^Resolved: .*cookies/,
  "Latency in ms": /^Resolved/,
  "Slow body in ms": /^Resolved/,
};

/** Each kind of fault of the form shows the error that callers would get, and can be taken away. */
export async function faultsShowTheirErrors(playground: Playground): Promise<void> {
  const { page } = playground;
  await playground.pick("operation", "sessions_cookies_get");
  await page.waitForSelector('#fault-operation option[value="sessions_cookies_get"]', { state: "attached" });
  const kinds = await page.$$eval("#fault-kind option", (nodes) => nodes.map((node) => node.textContent ?? ""));
  expectEqual(kinds.join(), Object.keys(ENDS).join(), "kinds of faults");
  for (const [kind, pattern] of Object.entries(ENDS)) {
    await playground.pick("operation", "sessions_cookies_get");
    await page.selectOption("#fault-kind", { label: kind });
    await page.selectOption("#fault-times", { label: "all" });
    await page.selectOption("#fault-operation", { label: "sessions.cookies.get" });
    await page.click("#fault-add");
    const { status, result } = await playground.hurry();
    expectMatch(`${status} ${result}`, pattern, kind);
    await page.click(".faults button");
    expectMatch((await playground.hurry()).status, /^Resolved: /, `after the fault "${kind}" was removed`);
  }
}
