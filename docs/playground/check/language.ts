import { readOperation } from "../src/code/read-call.ts";
import { expectEqual, expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";

const OPTIONS = ".cm-tooltip-autocomplete li";

/**
 * Completion and hovers know the types of the service that the code calls, and are loaded by the first focus.
 *
 * @param asked files that the page has asked its server for since it was opened
 */
export async function typesAreOffered(playground: Playground, asked: readonly string[]): Promise<void> {
  const { page } = playground;
  const isLanguage = (name: string): boolean => name.endsWith("language.js");
  expectEqual(asked.some(isLanguage), false, "the language service before the editor had the focus");
  const offered = async (code: string, wanted: string): Promise<string> => {
    await playground.type("");
    await page.keyboard.type(code);
    await page.locator(OPTIONS, { hasText: wanted }).first().waitFor();
    return (await page.locator(OPTIONS).allTextContents()).join();
  };
  await playground.pickAny();
  const { name } = readOperation;
  await offered(
    `svc.${name
      .slice(0, -1)
      .map((part) => `${part}.`)
      .join("")}`,
    name.at(-1) ?? "",
  );
  await page
    .locator(".cm-completionInfo")
    .filter({ hasText: /(?:Svc|List)Promise</ })
    .waitFor();
  expectEqual(asked.some(isLanguage), true, "the language service after that");
  expectMatch(await offered("Validation", "ValidationError"), /^ValidationError/, "names in scope");
  await playground.pick("scenario", "stream");
  expectEqual(
    await offered('for await (const { data } of svc.agents.events("a1")) data.', "index"),
    "index,text",
    "what a step of the second service has",
  );
  await page.keyboard.press("Escape");
  await playground.type('svc.agents.untilDone("a1")');
  await page.locator(".cm-line span", { hasText: "untilDone" }).first().hover();
  await page.locator(".cm-tooltip-hover").filter({ hasText: "WaiterOptions<" }).waitFor();
  await page.mouse.move(0, 0);
}
