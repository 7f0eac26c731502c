import { CALL_DETAIL } from "./script/call-detail.ts";
import { EVENTS } from "./script/events.ts";
import { GAUGES } from "./script/gauges.ts";
import { JOURNAL_LIST } from "./script/journal-list.ts";
import { PAGE_STATE } from "./script/page-state.ts";
import { REFRESH } from "./script/refresh.ts";
import { STORE_VIEW } from "./script/store-view.ts";

/**
 * Script of the inspector page. Values of the fake are set by `textContent`, never as markup, because a path or a body may
 * contain anything; the page's policy (`require-trusted-types-for`) makes the browser enforce that.
 */
export const SCRIPT: string = `"use strict";
(() => {
${[PAGE_STATE, REFRESH, JOURNAL_LIST, CALL_DETAIL, GAUGES, STORE_VIEW, EVENTS].join("\n")}})();`;
