import { model } from "@svc/testing";
import { readCall } from "../src/code/read-call.ts";
import { expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";

/** Operation ids that the page offers. */
export function operationsOf({ page }: Playground): Promise<string[]> {
  return page.$$eval("[data-operation]", (nodes) => nodes.map((node) => node.getAttribute("data-operation") ?? ""));
}

/** True where an answer can come piece by piece. */
export function isStream({ responses }: (typeof model.operations)[number]): boolean {
  return responses.some(({ content }) => content.some(({ stream }) => stream !== undefined));
}

/** The ready call of every operation resolves, and its type is shown beside. */
export async function readyCallsSucceed(playground: Playground): Promise<void> {
  const ids = await operationsOf(playground);
  if (ids.length === 0) throw new Error("The page offers no operation.");
  for (const id of ids) {
    await playground.pick("operation", id);
    const { status, result } = await playground.run();
    expectMatch(status, /^Resolved: /, `${id} (${result})`);
    const gives = model.operations.some((one) => one.id === id && isStream(one)) ? "(Svc|Stream)" : "(Svc|List)";
    expectMatch(await playground.text("#type-text"), new RegExp(`\\): ${gives}Promise<`), `type of ${id}`);
    expectMatch(await playground.text("#journal summary strong"), /^[23]\d\d$/, `journal of ${id}`);
  }
}

/** A hundred calls against windows of twenty: none is refused, and the gauge moves. */
export async function burstIsPaced(playground: Playground): Promise<void> {
  const { page } = playground;
  await playground.pick("scenario", "paced-burst");
  await page.evaluate(() => {
    const gauge = document.querySelector(".gauge") as Element;
    const seen = new Set([gauge.getAttribute("aria-valuenow")]);
    new MutationObserver(() => seen.add(gauge.getAttribute("aria-valuenow"))).observe(gauge, { attributes: true });
    Object.assign(window, { seen });
  });
  await playground.speedUp();
  const { status, result } = await playground.run();
  expectMatch(status, /^Resolved: /, "paced burst");
  expectMatch(result, /answered: 100.*refused: 0/, "paced burst");
  expectMatch(await playground.text("#counts"), /^100 answered, 0 refused/, "paced burst, journal");
  const positions = await page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size);
  if (positions < 2) throw new Error("The gauge did not move during a burst.");
  expectMatch(
    (await page.getAttribute(".bars", "aria-label")) ?? "",
    /20 20 20 20/,
    "requests by window during a burst",
  );
}

/** Two thousand calls at once take no longer than a reader waits. */
export async function thousandsAreQuick(playground: Playground): Promise<void> {
  const { page } = playground;
  await page.fill("#limit", "10000");
  await page.press("#limit", "Tab");
  await playground.type(
    `await Promise.all(Array.from({ length: 2000 }, () => ${readCall}));\nreturn fake.calls.length;`,
  );
  expectMatch((await playground.run()).result, /^2000$/, "2,000 calls");
  expectMatch(await playground.text("#counts"), /the last 200 shown/, "journal of 2,000 calls");
}

/** The end of each scenario. */
const SCENARIOS: Readonly<Record<string, RegExp>> = {
  "shared-key": /^Resolved.*ours: 60/,
  "refused-argument": /^Rejected: ValidationError.*less than or equal to 100/,
  refusals: /^Rejected: RateLimitError.*status: 429.*retryAt/,
  outage: /^Resolved/,
  timeout: /^Rejected: TimeoutError.*timeoutMs \(2000 ms\)/,
  "slow-body": /^Resolved/,
  "broken-body": /^Resolved/,
  "expired-download": /^Resolved.*page\/0.*page\/2/,
  wait: /^Resolved.*Your code is 4711/,
  abort: /^Resolved.*fulfilled.*AbortedError/,
  stream: /^Resolved.*seen: \[12 items\].*requests: 2/,
  silence: /^Rejected: TimeoutError/,
  webhook: /^Resolved.*\[204,400\]/,
  file: /^Resolved.*rows\.csv.*size: 60000/,
  "until-done": /^Resolved.*status: "done"/,
};

/** Every scenario ends as it says. */
export async function scenariosEnd(playground: Playground): Promise<void> {
  const ids = await playground.page.$$eval("[data-scenario]", (nodes) =>
    nodes.map((node) => node.getAttribute("data-scenario") ?? ""),
  );
  const unknown = ids.filter((id) => id !== "paced-burst" && SCENARIOS[id] === undefined);
  if (unknown.length > 0) throw new Error(`No check says how these scenarios end: ${unknown.join(", ")}`);
  for (const [id, pattern] of Object.entries(SCENARIOS).filter(([id]) => ids.includes(id))) {
    await playground.pick("scenario", id);
    const { status, result } = await playground.hurry();
    expectMatch(`${status} ${result}`, pattern, id);
  }
}
