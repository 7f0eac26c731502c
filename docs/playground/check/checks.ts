import type { Browser } from "playwright-core";
import { burstIsPaced, readyCallsSucceed, scenariosEnd, thousandsAreQuick } from "./calls.ts";
import { expectMatch } from "./expect.ts";
import { faultsShowTheirErrors } from "./faults.ts";
import { guidesRun } from "./guides.ts";
import { typesAreOffered } from "./language.ts";
import { looksAreGood, themeIsChosen } from "./looks.ts";
import { openPlayground, type Playground } from "./playground.ts";
import {
  clockIsMovedByHand,
  clockStandsAfterRuns,
  consoleIsShown,
  filterFinds,
  keyboardIsEnough,
  linksCarryCode,
  loopsAreEnded,
  lostLinksAreSaid,
  nothingLeaves,
} from "./reader.ts";
import { linksKeepTheService, secondServiceIsLazy, streamsGrow } from "./streams.ts";

/** Objects that the checks share. */
export interface CheckContext {
  readonly playground: Playground;
  readonly browser: Browser;
  /** Address of the same page in the file system. */
  readonly file: string;
  readonly problems: string[];
  /** Files that the page's server was asked for. */
  readonly asked: readonly string[];
}

/** The checks by name, in order. */
export function checksOf(context: CheckContext): (readonly [name: string, run: () => Promise<void>])[] {
  const { playground, problems } = context;
  return [
    ["second service", () => secondServiceIsLazy(playground, context.asked)],
    ["types", () => typesAreOffered(playground, context.asked)],
    ["streams", () => streamsGrow(playground)],
    ["links to the second service", () => linksKeepTheService(playground)],
    ["ready calls", () => readyCallsSucceed(playground)],
    ["paced burst", () => burstIsPaced(playground)],
    ["2,000 calls", () => thousandsAreQuick(playground)],
    ["scenarios", () => scenariosEnd(playground)],
    ["guides", () => guidesRun(playground)],
    ["faults", () => faultsShowTheirErrors(playground)],
    ["clock and stop", () => clockIsMovedByHand(playground)],
    ["loops", () => loopsAreEnded(playground)],
    ["standing clock", () => clockStandsAfterRuns(playground)],
    ["filter", () => filterFinds(playground)],
    ["keyboard", () => keyboardIsEnough(playground)],
    ["links", () => linksCarryCode(playground)],
    ["lost links", () => lostLinksAreSaid(playground)],
    ["console", () => consoleIsShown(playground)],
    ["no network", () => nothingLeaves(playground, problems)],
    ["theme", () => themeIsChosen(playground)],
    ["looks", () => looksAreGood(playground)],
    ["from the file system", () => worksAsFile(context)],
  ];
}

async function worksAsFile({ browser, file, problems }: CheckContext): Promise<void> {
  const { page, run, pick } = await openPlayground(browser, file, { problems });
  expectMatch((await run()).status, /^Resolved: /, "a call of a page that was opened as a file");
  await pick("scenario", "webhook");
  expectMatch((await run()).status, /^Resolved: /, "the second service of a page that was opened as a file");
  await page.close();
}
