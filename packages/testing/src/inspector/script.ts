import { ASKING } from "./script/asking.ts";
import { CALL_DETAIL } from "./script/call-detail.ts";
import { EVENTS } from "./script/events.ts";
import { GAUGES } from "./script/gauges.ts";
import { JOURNAL_LIST } from "./script/journal-list.ts";
import { PAGE_STATE } from "./script/page-state.ts";
import { STORE_VIEW } from "./script/store-view.ts";

/**
 * The page's script, of one piece for each part of the page. Everything that comes from the fake goes in through
 * `textContent`, never as markup: a path or a body may hold anything. The page's policy (`require-trusted-types-for`) makes
 * the browser refuse any other way.
 */
export const SCRIPT: string = `"use strict";
(() => {
${[PAGE_STATE, ASKING, JOURNAL_LIST, CALL_DETAIL, GAUGES, STORE_VIEW, EVENTS].join("\n")}})();`;
