import { model } from "@svc/testing";
import { needsCredential, readCall, readOperation } from "../src/code/read-call.ts";
import { CREDENTIAL } from "../src/world/create-world.ts";
import { expectEqual, expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";

/** From the top of the page, by the keyboard alone: choose, edit, run. */
export async function keyboardIsEnough(playground: Playground): Promise<void> {
  const { page } = playground;
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  await tabTo(playground, "[data-operation]");
  await page.keyboard.press("Enter");
  await tabTo(playground, ".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`return [await ${readCall}]`);
  await page.keyboard.press("Control+Enter");
  const { status, result } = await playground.ended();
  expectMatch(status, /^Resolved: /, `edited call (${result})`);
  expectMatch(result, /\[1 item\]/, "edited call");
  expectMatch(
    await playground.text("#type-name"),
    new RegExp(readOperation.name.join("\\.")),
    "type of the edited call",
  );
  await tabTo(playground, "#journal summary");
  await page.keyboard.press("Enter");
  expectMatch(
    await playground.text("#journal .detail"),
    needsCredential(readOperation) ? /authorization.*x-ratelimit-remaining/s : /x-ratelimit-remaining/,
    "detail of a request",
  );
  expectEqual((await playground.text("#journal")).includes(CREDENTIAL), false, "a credential in the journal");
  await tabTo(playground, '[data-advance="10"]');
  await tabTo(playground, "#fault-add");
  await tabTo(playground, "#reset");
}

/** Filters by the path of an operation: what is below it stays, and nothing else. */
async function findByPath(page: Playground["page"]): Promise<void> {
  const path = readOperation.path.toLowerCase();
  await page.fill("#filter", path);
  const found = await page.$$eval("[data-operation]", (nodes) =>
    nodes.filter((node) => node.checkVisibility()).map((node) => node.getAttribute("data-operation")),
  );
  const below = model.operations.filter((operation) => operation.path.toLowerCase().includes(path));
  expectEqual(found.join(), below.map(({ id }) => id).join(), "operations that the filter finds");
}

/** Presses Tab until an element has the focus. */
async function tabTo({ page }: Playground, selector: string): Promise<void> {
  const operations = await page.locator("[data-operation]").count();
  for (let count = 0; count < 80 + operations; count++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

/** Copies the link of what is shown, goes elsewhere, and follows the link. */
export async function followOwnLink({ page, pick }: Playground): Promise<void> {
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#code/"));
  const link = page.url();
  await pick("scenario", "abort");
  await page.goto(link);
  await page.waitForFunction(() => /read it, then run it/.test(document.querySelector("#status")?.textContent ?? ""));
}

/** A link brings code and settings along, and does not run them. */
export async function linksCarryCode(playground: Playground): Promise<void> {
  const { page } = playground;
  const code = 'const text = "Ünïcode ✓ <img src=x onerror=alert(1)>";\nreturn [text, svc.rateLimit];';
  await playground.pickAny();
  await page.fill("#limit", "7");
  await page.press("#limit", "Tab");
  await playground.type(code);
  await followOwnLink(playground);
  expectEqual(await page.inputValue("#limit"), "7", "limit of the link");
  expectMatch(await playground.text("#counts"), /none yet/, "requests before anybody has pressed Run");
  const { result } = await playground.run();
  expectMatch(result, /Ünïcode ✓ <img/, "code of the link");
  expectEqual(await page.locator("img").count(), 0, "images made of a text");
}

/** A clock that stands still is moved by hand; what waits can be stopped. */
export async function clockIsMovedByHand(playground: Playground): Promise<void> {
  const { page } = playground;
  await playground.pickAny();
  await page.selectOption("#speed", "0");
  await page.click("#run");
  await page.waitForFunction(() => /stands still/.test(document.querySelector("#clock p")?.textContent ?? ""));
  await page.click('[data-advance="1"]');
  expectMatch((await playground.ended()).status, /^Resolved: /, "a call after the clock was moved");
  await page.click("#run");
  await page.waitForFunction(() => /^1$/.test(document.querySelectorAll("#window dd")[4]?.textContent ?? ""));
  await page.click("#stop");
  expectEqual((await playground.ended()).status, "Stopped.", "a call that was stopped");
}

/** A loop without an end leaves the page alive: it is stopped, and the next call has a fake again. */
export async function loopsAreEnded(playground: Playground): Promise<void> {
  const { page } = playground;
  await playground.pickAny();
  await page.fill("#limit", "7");
  await page.press("#limit", "Tab");
  await playground.type("while (true) {}");
  await page.click("#run");
  await findByPath(page);
  await page.fill("#filter", "");
  await page.click("#stop");
  expectEqual((await playground.ended()).status, "Stopped.", "a loop that was stopped");
  await playground.type(`return svc.rateLimit.limit ?? (await ${readCall}, svc.rateLimit.limit);`);
  expectMatch((await playground.run()).result, /^7$/, "the limit of the fake after a loop");
}

/** After a run the fake's clock stands, so that what was drawn stays. */
export async function clockStandsAfterRuns(playground: Playground): Promise<void> {
  const { page } = playground;
  await playground.pickAny();
  await playground.run();
  const read = () => page.textContent("#clock time");
  const before = await read();
  await page.waitForTimeout(300);
  expectEqual(await read(), before, "the clock after a run");
}

/**
 * Code of the reader cannot reach the network either, not even the page's own server: the page's policy, which its
 * worker has as well, has the browser refuse it.
 *
 * @param problems what the browser reports, of which the refusal is taken away
 */
export async function nothingLeaves(playground: Playground, problems: string[]): Promise<void> {
  const before = problems.length;
  const own = JSON.stringify(playground.page.url());
  await playground.type(`const refused = new Promise((resolve) =>
  addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }));
await fetch(${own}).then(() => { throw new Error("It answered.") }, () => {});
return refused;`);
  expectMatch((await playground.run()).result, /^"connect-src"$/, "a request of the reader's code");
  await playground.type(`await fetch(${own})`);
  expectMatch((await playground.run()).status, /^Rejected: TypeError/, "a request of the reader's code");
  const others = problems.splice(before).filter((problem) => !/Content Security Policy/.test(problem));
  problems.push(...others);
}

/** A link to what is no longer there shows something else, and says so. */
export async function lostLinksAreSaid(playground: Playground): Promise<void> {
  const { page } = playground;
  for (const hash of ["#operation/no_such", "#code/%%%", "#scenario/__proto__"]) {
    await playground.pick("scenario", "abort");
    await page.goto(new URL(hash, page.url()).href);
    await page.waitForSelector('#operations [aria-pressed="true"]');
    expectMatch((await playground.run()).status, /^Resolved: /, `a call after opening ${hash}`);
  }
}

/** Output of code is shown, and promises that it leaves unhandled. */
export async function consoleIsShown(playground: Playground): Promise<void> {
  await playground.type('Promise.reject(new Error("lost"));\nconsole.log("one", { two: 3 });\nconst wrong = ;');
  expectMatch((await playground.run()).status, /^Rejected: SyntaxError/, "code that cannot be read");
  await playground.type('return new Proxy({}, { ownKeys() { throw new Error("no"); } });');
  expectMatch((await playground.run()).result, /cannot be shown/, "a value that cannot be read");
  await playground.type('Promise.reject(new Error("lost"));\nconsole.log("one", { two: 3 });\nreturn 4;');
  expectMatch((await playground.run()).result, /^4$/, "what code returned");
  await playground.page.waitForSelector(".line.error");
  expectMatch(await playground.text("#printed"), /one.*"two":3.*nobody waits.*Error: lost/s, "what code printed");
}

/** The filter leaves what it names. */
export async function filterFinds({ page }: Playground): Promise<void> {
  await findByPath(page);
  await page.fill("#filter", "no such thing");
  expectEqual(await page.locator("#no-operation:visible").count(), 1, "the hint that nothing matches");
  await page.fill("#filter", "");
}
