import { readdirSync, readFileSync } from "node:fs";
import { codeBlocks, promisedOutput } from "../../../checks/readme/code-blocks.ts";
import { playgroundCode } from "../../site/playground-code.ts";
import { codeHash } from "../src/code/share.ts";
import { DEFAULT_SETTINGS } from "../src/world/settings.ts";
import { expectMatch } from "./expect.ts";
import type { Playground } from "./playground.ts";

const GUIDES = new URL("../../guides/", import.meta.url);

/** The programs of the guides that link here run, and print what the guides promise. */
export async function guidesRun(playground: Playground): Promise<void> {
  const { page } = playground;
  const guides = readdirSync(GUIDES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name, markdown: readFileSync(new URL(name, GUIDES), "utf8") }));
  const programs = guides.flatMap(({ name, markdown }) =>
    codeBlocks(markdown).flatMap(({ language, code: program, line }) => {
      const code = language === "ts" ? playgroundCode(program) : undefined;
      return code === undefined ? [] : [{ code, place: `${name}:${line}` }];
    }),
  );
  if (programs.length === 0) throw new Error("No guide has a program that runs here.");
  for (const { code, place } of programs) {
    await playground.pickAny();
    await page.goto(new URL(codeHash({ code, settings: DEFAULT_SETTINGS, service: "svc" }), page.url()).href);
    await page.waitForFunction(() => /read it, then run it/.test(document.querySelector("#status")?.textContent ?? ""));
    const { status, result } = await playground.run();
    expectMatch(status, /^Resolved/, `${place} (${result})`);
    const printed = withoutSpaces(await playground.text("#printed"));
    const missing = promisedOutput(code).filter((line) => !printed.includes(withoutSpaces(line)));
    if (missing.length > 0) throw new Error(`${place}: ${missing.join(", ")} is promised, printed is ${printed}`);
  }
}

/** Values stand side by side in a page, and text has its quotes or none. */
function withoutSpaces(text: string): string {
  return text.replace(/[\s'"]/g, "");
}
