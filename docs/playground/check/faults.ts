import { model } from "@svc/testing";
import { readOperation } from "../src/code/read-call.ts";
import { isStream } from "./calls.ts";
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
  "Wrong content type": /^Resolved/,
  "Latency in ms": /^Resolved/,
  "Slow body in ms": /^Resolved/,
};

/** Each kind of fault of the form shows the error that callers would get, and can be taken away. */
export async function faultsShowTheirErrors(playground: Playground): Promise<void> {
  const { page } = playground;
  const { id, name } = readOperation;
  await playground.pick("operation", id);
  await page.waitForSelector(`#fault-operation option[value="${id}"]`, { state: "attached" });
  const kinds = await page.$$eval("#fault-kind option", (nodes) => nodes.map((node) => node.textContent ?? ""));
  const ofStreams = model.operations.some(isStream) ? ["Broken after items", "Silent after items"] : [];
  expectEqual(kinds.join(), [...Object.keys(ENDS), ...ofStreams].join(), "kinds of faults");
  for (const [kind, pattern] of Object.entries(ENDS)) {
    await playground.pick("operation", id);
    await page.selectOption("#fault-kind", { label: kind });
    await page.selectOption("#fault-times", { label: "all" });
    await page.selectOption("#fault-operation", { label: name.join(".") });
    await page.click("#fault-add");
    const { status, result } = await playground.hurry();
    expectMatch(`${status} ${result}`, pattern, kind);
    await page.click(".faults button");
    expectMatch((await playground.hurry()).status, /^Resolved: /, `after the fault "${kind}" was removed`);
  }
}
