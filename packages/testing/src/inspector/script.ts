import { CALL_DETAIL, DELIVERIES } from "./script/call-detail.ts";
import { EVENTS } from "./script/events.ts";
import { INBOX } from "./script/inbox.ts";
import { JOURNAL_LIST } from "./script/journal-list.ts";
import { REFRESH } from "./script/refresh.ts";
import { GAUGES } from "./script/side-panel.ts";
import { STORE_FORM } from "./script/store-form.ts";
import { STORE_VIEW } from "./script/store-view.ts";

/** State of the page, and functions that all parts use. */
const PAGE_STATE: string = `const $ = (id) => document.getElementById(id);
const PAGE = 200, LOST = "The fake does not answer. The page goes on when it does.";
const FAULTS = [["Status 503", { status: 503 }], ["Status 500", { status: 500 }], ["Status 401", { status: 401 }],
  ["Rate limited (429)", { rateLimited: true }], ["Connection reset", { reset: true }], ["Reset in the body", { reset: "body" }],
  ["No answer", { timeout: true }], ["Truncated body", { truncate: true }], ["Malformed JSON", { malformed: true }],
  ["Wrong content type", { contentType: "text/html" }], ["2 s latency", { latencyMs: 2000 }], ["Slow body, 2 s", { slowBodyMs: 2000 }]];
let page = 0, filter = "", picked = null, paused = false, view = null, offset = 0;
const shown = new Map();

const make = (tag, text, className) => {
  const node = document.createElement(tag);
  if (text !== undefined && text !== null) node.textContent = String(text);
  if (className) node.className = className;
  return node;
};
const tone = (status) => status === undefined || status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
const pretty = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };
const plural = (count, word) => count.toLocaleString("en") + " " + word + (count === 1 ? "" : "s");
const span = (seconds) => seconds < 120 ? seconds + " s" : seconds < 7200 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3600) + " h";
const reveal = (id) => { if (innerWidth <= 900) $(id).scrollIntoView({ block: "start" }); };
const pane = (text) => { const node = make("pre", text); node.tabIndex = 0; return node; };
const say = (text, isBad) => { $("message").textContent = text; $("message").className = isBad ? "bad" : ""; };
`;

/**
 * Script of the inspector page. Values of the fake are set by `textContent`, never as markup, because a path or a body may
 * contain anything; the page's policy (`require-trusted-types-for`) makes the browser enforce that.
 */
export const SCRIPT: string = `"use strict";
(() => {
${[PAGE_STATE, REFRESH, JOURNAL_LIST, CALL_DETAIL, GAUGES, DELIVERIES, STORE_VIEW, STORE_FORM, INBOX, EVENTS].join("\n")}})();`;
