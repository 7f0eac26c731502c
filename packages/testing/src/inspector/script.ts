/**
 * The page's script. Everything that comes from the fake goes in through `textContent`, never as markup: a path or a body
 * may hold anything. The page's policy (`require-trusted-types-for`) makes the browser refuse any other way.
 */
export const SCRIPT: string = `"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const POLL_MS = 1000, PAGE = 200;
const FAULTS = [["Status 503", { status: 503 }], ["Status 500", { status: 500 }], ["Status 401", { status: 401 }],
  ["Rate limited (429)", { rateLimited: true }], ["Connection reset", { reset: true }], ["Reset in the body", { reset: "body" }],
  ["No answer", { timeout: true }], ["Truncated body", { truncate: true }], ["Malformed JSON", { malformed: true }],
  ["Wrong content type", { contentType: "text/html" }], ["2 s latency", { latencyMs: 2000 }], ["Slow body, 2 s", { slowBodyMs: 2000 }]];
let page = 0, filter = "", picked = null, paused = false, view = null, offset = 0, running = false;
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
const say = (text, isBad) => { $("message").textContent = text; $("message").className = isBad ? "bad" : ""; };

async function ask(path, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { cache: "no-store", ...init });
  const value = await response.json();
  if (!response.ok) throw new Error(value.error || "Status " + response.status);
  return value;
}

async function drive(path, body, done) {
  try { await ask(path, body); say(done); } catch (error) { say(error.message, true); }
  await refresh();
}

async function refresh() {
  if (running) return;
  running = true;
  try {
    const params = new URLSearchParams({ page: String(page), filter });
    const wanted = params.toString();
    const next = await ask("view?" + wanted);
    $("live").className = "dot on";
    if (wanted === new URLSearchParams({ page: String(page), filter }).toString()) draw(next);
  } catch (error) {
    $("live").className = "dot off";
    say("The fake does not answer.", true);
  } finally { running = false; }
}

function draw(next) {
  if (!view) setUp(next);
  if ($("message").textContent === "The fake does not answer.") say("");
  view = next;
  offset = Date.parse(next.now) - Date.now();
  tick();
  const pages = Math.max(1, Math.ceil(next.matching / PAGE));
  if (page >= pages) { page = pages - 1; setTimeout(refresh, 0); }
  const part = (name, value, drawPart) => {
    const text = JSON.stringify(value);
    if (parts[name] !== text) { parts[name] = text; drawPart(); }
  };
  part("rows", [next.total, next.matching, page, filter, next.rows], () => drawRows(next, pages));
  part("windows", next.windows, () => drawWindows(next.windows));
  part("store", next.store, () => drawStore(next.store));
}
const parts = {};

function setUp(next) {
  document.title = next.title + " – fake";
  $("title").textContent = next.title;
  $("title").title = next.title;
  $("version").textContent = next.version;
  for (const [index, [label]] of FAULTS.entries()) {
    const option = make("option", label);
    option.value = String(index);
    $("fault").append(option);
  }
  for (const id of ["", ...next.operations]) {
    const option = make("option", id || "Any operation");
    option.value = id;
    $("faultOperation").append(option);
  }
  for (const button of document.querySelectorAll("[data-advance]")) button.disabled = !next.isMovable;
  $("hint").textContent = "curl -H 'authorization: Bearer test' " + location.origin + "/…";
  drawDetail(null);
}

function drawRows({ rows, total, matching }, pages) {
  const focused = document.activeElement && document.activeElement.closest("tr");
  const focusedIndex = focused ? Number(focused.dataset.index) : null;
  const keep = new Set();
  const nodes = rows.map((row) => {
    // The same place may hold another call after a reset.
    const key = row.index + " " + row.at + " " + row.method + " " + row.target + " " + row.status;
    keep.add(key);
    if (!shown.has(key)) shown.set(key, rowOf(row));
    const node = shown.get(key);
    if (row.index === picked) node.setAttribute("aria-current", "true"); else node.removeAttribute("aria-current");
    return node;
  });
  for (const key of [...shown.keys()]) if (!keep.has(key)) shown.delete(key);
  $("rows").replaceChildren(...nodes);
  if (focusedIndex !== null) focusRow(focusedIndex);
  $("empty").hidden = rows.length > 0;
  $("empty").querySelector("strong").textContent = total === 0 ? "No calls yet" : "No call matches the filter";
  $("count").textContent = filter ? matching.toLocaleString("en") + " of " + plural(total, "call") : plural(total, "call");
  $("pages").textContent = (page + 1) + " / " + pages;
  $("newer").disabled = page === 0;
  $("older").disabled = page >= pages - 1;
}

function rowOf(row) {
  const tr = make("tr");
  tr.dataset.index = String(row.index);
  const path = make("td");
  const button = make("button", row.target);
  button.type = "button";
  button.title = row.target;
  button.tabIndex = -1;
  path.append(button);
  const status = make("td", (row.status ?? "none") + (row.fault ? " ⚡" : ""), "status " + tone(row.status));
  status.title = row.fault ? "Fault: " + row.fault : "";
  const operation = make("td", row.operation ?? (row.isUnmatched ? "no operation" : "–"), row.operation ? "" : "muted");
  operation.title = row.operation ?? "";
  tr.append(make("td", row.index + 1, "num muted"), make("td", String(row.at).slice(11, 23), "muted"), make("td", row.method), path, status,
    operation, make("td", Math.round(row.durationMs), "num muted"));
  return tr;
}

const rowNode = (index) => document.querySelector('#rows tr[data-index="' + Number(index) + '"]');
function focusRow(index) {
  const node = rowNode(index);
  if (node) node.querySelector("button").focus({ preventScroll: true });
}

async function pick(index) {
  picked = index;
  for (const node of document.querySelectorAll("#rows tr[aria-current]")) node.removeAttribute("aria-current");
  const node = rowNode(index);
  if (node) node.setAttribute("aria-current", "true");
  try {
    const call = await ask("call?index=" + index);
    if (picked === index) drawDetail(call);
  } catch (error) { say(error.message, true); }
}

function drawDetail(call) {
  const nodes = [];
  if (!call) nodes.push(make("p", "Choose a call to see its request and answer. Arrow keys move, Enter opens.", "muted"));
  else {
    const line = make("p", undefined, "line");
    line.append(make("strong", call.method), " " + call.target);
    const state = make("p");
    state.append(make("span", call.status ?? "No answer", "status " + tone(call.status)),
      " in " + Math.round(call.durationMs) + " ms" + (call.operation ? " · " + call.operation : ""));
    nodes.push(line, state);
    if (call.fault) nodes.push(make("p", "Fault: " + call.fault, "warn"));
    if (call.unmatched) nodes.push(make("pre", call.unmatched));
    nodes.push(...block("Path parameters", call.path), ...block("Query parameters", call.query), ...block("Request headers", call.headers));
    if (call.body !== undefined && call.body !== null) {
      nodes.push(make("h3", "Request body"), make("pre", typeof call.body === "string" ? pretty(call.body) : JSON.stringify(call.body, null, 2)));
    }
    nodes.push(...block("Answer headers", call.responseHeaders));
    if (call.responseBody !== undefined) nodes.push(make("h3", "Answer body"), make("pre", pretty(call.responseBody)));
  }
  $("detail").replaceChildren(...nodes);
}

function block(title, values) {
  const entries = Object.entries(values ?? {});
  if (entries.length === 0) return [];
  const list = make("dl");
  for (const [name, value] of entries) list.append(make("dt", name), make("dd", typeof value === "string" ? value : JSON.stringify(value)));
  return [make("h3", title), list];
}

function drawWindows(windows) {
  if (windows.length === 0) {
    $("windows").replaceChildren(make("p", "No request has been counted.", "muted"));
    return;
  }
  const nodes = windows.slice(-5).map((state, position) => {
    const box = make("div", undefined, "gauge");
    const head = make("div", undefined, "head");
    const name = windows.length === 1 ? "Remaining" : "Credential " + (Math.max(0, windows.length - 5) + position + 1);
    const reset = make("span", undefined, "muted");
    reset.dataset.resetAt = String(state.resetAt);
    head.append(make("span", name), make("strong", state.remaining.toLocaleString("en") + " of " + state.limit.toLocaleString("en")));
    const meter = make("meter");
    meter.min = 0; meter.max = state.limit; meter.low = state.limit * 0.1; meter.high = state.limit * 0.35;
    meter.optimum = state.limit; meter.value = state.remaining;
    meter.setAttribute("aria-label", name + ": " + state.remaining + " of " + state.limit + " requests");
    box.append(head, meter, reset);
    return box;
  });
  $("windows").replaceChildren(...nodes);
  tick();
}

function drawStore(store) {
  const open = new Set([...document.querySelectorAll("#store details[open]")].map((node) => node.dataset.key));
  const entry = (kind, id, summary, value) => {
    const details = make("details");
    details.dataset.key = kind + " " + id;
    details.open = open.has(details.dataset.key);
    details.append(make("summary", kind + " " + id + " · " + summary), make("pre", JSON.stringify(value, null, 2)));
    return details;
  };
  const nodes = [
    ...Object.entries(store.personas).map(([id, persona]) => entry("Persona", id, plural(persona.emails.length, "email"), persona.emails)),
    ...Object.entries(store.sessions).map(([id, session]) => entry("Session", id, Object.keys(session).join(", ") || "empty", session)),
  ];
  if (store.leftOut > 0) nodes.push(make("p", plural(store.leftOut, "further entry").replace("entrys", "entries"), "muted"));
  if (nodes.length === 0) nodes.push(make("p", "Empty: answers are generated.", "muted"));
  $("store").replaceChildren(...nodes);
}

function tick() {
  if (!view) return;
  const iso = new Date(view.isStanding ? Date.parse(view.now) : Date.now() + offset).toISOString();
  $("now").textContent = iso.slice(0, 10) + " " + iso.slice(11, 19);
  $("now").dateTime = iso;
  for (const node of document.querySelectorAll("[data-reset-at]")) {
    const seconds = Math.ceil((Number(node.dataset.resetAt) - Date.parse(iso)) / 1000);
    node.textContent = seconds > 0 ? "Resets in " + seconds + " s" : "A new window begins with the next request";
  }
}

$("tools").addEventListener("submit", (event) => {
  event.preventDefault();
  const [label, fault] = FAULTS[Number($("fault").value)];
  const operation = $("faultOperation").value, times = Math.max(1, Math.floor(Number($("times").value) || 1));
  drive("fail", { ...fault, times, ...(operation && { operation }) }, label + ": the next " + plural(times, "request") + (operation ? " of " + operation : "") + ".");
});
for (const button of document.querySelectorAll("[data-advance]")) {
  button.addEventListener("click", () => drive("clock", { seconds: Number(button.dataset.advance) }, "Clock advanced by " + button.textContent.slice(1) + "."));
}
$("reset").addEventListener("click", () => {
  picked = null; page = 0;
  drawDetail(null);
  drive("reset", {}, "Reset: journal, store, faults, handlers and windows are empty.");
});
$("pause").addEventListener("click", () => {
  paused = !paused;
  $("pause").setAttribute("aria-pressed", String(paused));
  $("pause").textContent = paused ? "Resume" : "Pause";
  if (!paused) refresh();
});
let typing;
$("filter").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => { filter = $("filter").value; page = 0; refresh(); }, 120);
});
$("newer").addEventListener("click", () => { page = Math.max(0, page - 1); $("journal").scrollTop = 0; refresh(); });
$("older").addEventListener("click", () => { page += 1; $("journal").scrollTop = 0; refresh(); });
$("rows").addEventListener("click", (event) => {
  const row = event.target.closest("tr");
  if (row) { row.querySelector("button").focus({ preventScroll: true }); pick(Number(row.dataset.index)); }
});
$("journal").tabIndex = 0;
$("journal").addEventListener("keydown", (event) => {
  const rows = [...document.querySelectorAll("#rows tr")];
  const at = rows.indexOf(document.activeElement.closest("tr"));
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || !rows[to]) return;
  event.preventDefault();
  const button = rows[to].querySelector("button");
  button.focus();
  rows[to].scrollIntoView({ block: "nearest" });
});
setInterval(() => { if (!document.hidden) tick(); }, 250);
setInterval(() => { if (!paused && !document.hidden) refresh(); }, POLL_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden && !paused) refresh(); });
refresh();
})();`;
