/** Requests to the fake, and drawing of its view. */
export const REFRESH: string = `async function ask(path, body) {
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

// One look at a time; who asks meanwhile gets the one after it.
let looking, after;
function refresh() {
  if (!looking) return (looking = look().finally(() => { looking = undefined; }));
  after ??= looking.then(() => { after = undefined; return refresh(); });
  return after;
}

async function look() {
  try {
    const params = new URLSearchParams({ page: String(page), filter });
    const wanted = params.toString();
    const next = await ask("view?" + wanted);
    $("live").className = "dot on";
    if (wanted === new URLSearchParams({ page: String(page), filter }).toString()) draw(next);
    if (isInboxShown()) await lookIntoInbox();
  } catch (error) { lost(); }
}

function lost() {
  $("live").className = "dot off";
  say(LOST, true);
}

// The first event comes at once, also to a page that was cut off. Nobody looks at a hidden page: it leaves its connection to others.
let events;
function listen() {
  events = new EventSource("events");
  events.onmessage = () => { if (!paused) refresh(); };
  events.onerror = () => {
    lost();
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
}

function draw(next) {
  if (!view) setUp(next);
  if ($("message").textContent === LOST) say("");
  view = next;
  drawViews(next);
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
  part("faults", next.faults, () => drawFaults(next.faults));
  part("deliveries", next.deliveries, () => drawDeliveries(next.deliveries));
  part("store", next.store, () => drawStore(next.store));
  if (isGrowing) pick(picked);
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
  for (const name of ["", ...next.operations]) {
    const option = make("option", name || "Any operation");
    option.value = name;
    $("faultOperation").append(option);
  }
  for (const name of next.webhooks) $("webhook").append(make("option", name));
  $("webhooksPart").hidden = next.webhooks.length === 0;
  for (const button of document.querySelectorAll("[data-advance]")) button.disabled = !next.isMovable;
  $("hint").textContent = "curl -H 'authorization: Bearer test' " + location.origin + next.sample;
  drawDetail(null);
  if (next.inbox && location.hash === "#inbox") showView("inboxTab");
}
`;
