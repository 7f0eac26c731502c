/** The inbox: messages of all places or of one, and one of them with its bodies. */
export const INBOX: string = `let box = "", boxes = [], opened = null, openedText = "", shownTab = "";
const keyOf = ({ place, id }) => place + " " + id;
const hasInbox = () => !$("views").hidden;
const isInboxShown = () => !$("inboxView").hidden;
const dateOf = (at) => /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d/.test(at) ? at.slice(0, 10) + " " + at.slice(11, 16) : at;

function drawViews({ inbox }) {
  $("views").hidden = inbox === undefined;
  if (inbox === undefined) return showView("callsTab");
  $("inboxTab").textContent = "Inbox · " + inbox.total.toLocaleString("en");
  $("inboxTab").setAttribute("aria-label", "Inbox, " + plural(inbox.total, "message") + (inbox.unread > 0 ? ", " + inbox.unread.toLocaleString("en") + " unread" : ""));
}

function showView(tab) {
  for (const name of ["callsTab", "inboxTab"]) {
    const isShown = name === tab;
    if (isShown) $(name).setAttribute("aria-current", "page"); else $(name).removeAttribute("aria-current");
    $($(name).getAttribute("aria-controls")).hidden = !isShown;
  }
  $("skip").href = tab === "inboxTab" ? "#messages" : "#journal";
  $("skip").textContent = tab === "inboxTab" ? "To the messages" : "To the journal";
  const hash = tab === "inboxTab" ? "#inbox" : "#calls";
  if (hasInbox() && location.hash !== hash) history.replaceState(null, "", hash);
}

async function lookIntoInbox() {
  const found = await ask("inbox" + (box ? "?" + new URLSearchParams({ place: box }) : ""));
  boxes = found.boxes;
  if (box && !boxes.some(({ place }) => place === box)) { box = ""; return lookIntoInbox(); }
  const option = (text, value) => { const node = make("option", text); node.value = value; return node; };
  $("box").replaceChildren(option("All inboxes · " + view.inbox.total.toLocaleString("en"), ""), ...boxes.map((one) => option(one.place + " · " + one.total.toLocaleString("en"), one.place)));
  $("box").value = box;
  drawMessages(found);
  if (opened) await openMessage(opened);
  else drawMessage(null);
}

function drawMessages({ messages, leftOut }) {
  const focused = $("messages").contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const stop = focused ?? (opened && keyOf(opened)) ?? undefined;
  const nodes = messages.map((row) => {
    const item = make("li"), button = make("button");
    button.type = "button";
    button.dataset.key = keyOf(row);
    button.className = row.isUnread ? "mail unread" : "mail";
    if (opened && keyOf(opened) === keyOf(row)) button.setAttribute("aria-current", "true");
    const time = make("time", dateOf(row.at), "muted");
    time.title = row.at;
    const head = make("span", undefined, "head");
    head.append(make("span", row.sender || "No sender", "sender"), time);
    button.append(head, make("span", row.subject || "No subject", "subject"));
    if (!box) button.append(make("span", row.place, "muted place"));
    if (row.isUnread) button.append(make("span", "Unread", "hiddenText"));
    button.addEventListener("click", () => openMessage(row).then(() => { mark(row); reveal("letterTitle"); }));
    item.append(button);
    return item;
  });
  $("messages").replaceChildren(...nodes);
  if (leftOut > 0) $("messages").append(make("li", plural(leftOut, "older message"), "muted"));
  $("noMessages").hidden = nodes.length > 0;
  const buttons = [...$("messages").querySelectorAll("button")];
  const at = Math.max(0, buttons.findIndex((node) => node.dataset.key === stop));
  for (const [index, node] of buttons.entries()) node.tabIndex = index === at ? 0 : -1;
  if (focused) buttons[at]?.focus({ preventScroll: true });
}

function mark(row) {
  for (const node of $("messages").querySelectorAll("button")) {
    if (node.dataset.key === keyOf(row)) node.setAttribute("aria-current", "true"); else node.removeAttribute("aria-current");
  }
}

const queryOf = ({ path, parameters, id }) => {
  const query = new URLSearchParams({ path, id });
  for (const value of parameters) query.append("parameter", value);
  return query;
};

async function openMessage(row) {
  opened = row;
  try {
    const message = await ask("message?" + queryOf(row));
    if (opened && keyOf(opened) === keyOf(row)) drawMessage(message);
  } catch (error) {
    // It was removed meanwhile.
    if (opened && keyOf(opened) === keyOf(row)) { opened = null; drawMessage(null); }
  }
}

function drawMessage(message) {
  const text = JSON.stringify(message);
  if (text === openedText) return;
  openedText = text;
  if (!message) {
    $("letter").replaceChildren(make("p", "Choose a message to read it. Arrow keys move, Enter opens.", "muted"));
    return;
  }
  const focused = $("letter").contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const entry = { ...message, kind: "collection" };
  const actions = make("div", undefined, "actions");
  actions.append(act("Edit", "Edit this message", () => openForm(entry, message.id)), act("Delete", "Delete this message", async () => {
    opened = null;
    await drive("remove", { path: message.path, parameters: message.parameters, id: message.id }, "Deleted: " + (message.subject || "the message") + ".");
    ($("messages").querySelector("button") ?? $("box")).focus();
  }));
  const head = make("div", undefined, "head");
  head.append(make("h3", message.subject || "No subject", "title"), actions);
  const facts = make("dl");
  const from = message.sender === message.from ? message.from : message.sender + (message.from ? " <" + message.from + ">" : "");
  for (const [name, value] of [["From", from], ["To", message.to], ["At", message.at], ["Inbox", message.place]]) if (value) facts.append(make("dt", name), make("dd", value));
  const nodes = [head, facts];
  if (message.code) nodes.push(drawCode(message.code));
  if (message.links.length > 0) nodes.push(drawLinks(message.links));
  nodes.push(...drawBodies(message));
  $("letter").replaceChildren(...nodes);
  if (focused) [...$("letter").querySelectorAll("[data-key]")].find((node) => node.dataset.key === focused)?.focus();
}

function drawCode({ shown, value }) {
  const part = make("div", undefined, "code"), code = make("strong", shown);
  part.append(make("span", "One-time code", "muted"), code, act("Copy the code", "Copy the code " + shown, async () => {
    try { await navigator.clipboard.writeText(value); }
    catch {
      // Browsers give the clipboard to secure pages only; what is selected can be copied everywhere.
      getSelection().selectAllChildren(code);
      say("Selected: copy it with your keyboard.");
      return;
    }
    say("Copied: " + value + ".");
  }));
  return part;
}

function drawLinks(links) {
  const details = make("details"), list = make("ul", undefined, "links");
  details.open = links.length <= 3;
  for (const link of links) {
    const item = make("li"), anchor = make("a", link);
    anchor.href = link;
    anchor.target = "_blank";
    anchor.rel = "noopener noreferrer";
    item.append(anchor);
    list.append(item);
  }
  details.append(make("summary", plural(links.length, "link")), list);
  return details;
}

/** One tab for each body that the message has. */
function drawBodies(message) {
  const tabs = make("div", undefined, "tabs"), panel = make("div", undefined, "body");
  tabs.setAttribute("role", "tablist");
  tabs.setAttribute("aria-label", "Bodies of the message");
  panel.setAttribute("role", "tabpanel");
  panel.id = "body";
  panel.tabIndex = 0;
  const bodies = [
    ...(message.html === undefined ? [] : [["HTML", () => frameOf(message)]]),
    ...(message.text === undefined ? [] : [["Text", () => make("pre", message.text)]]),
    ...(message.html === undefined ? [] : [["Source", () => make("pre", message.html)]]),
    ["JSON", () => make("pre", JSON.stringify(message.source, null, 2))],
  ];
  if (!bodies.some(([name]) => name === shownTab)) shownTab = bodies[0][0];
  const show = (name) => {
    shownTab = name;
    for (const node of tabs.children) {
      node.setAttribute("aria-selected", String(node.textContent === name));
      node.tabIndex = node.textContent === name ? 0 : -1;
      if (node.textContent === name) panel.setAttribute("aria-labelledby", node.id);
    }
    panel.replaceChildren(bodies.find(([one]) => one === name)[1]());
  };
  for (const [name] of bodies) {
    const tab = make("button", name);
    tab.type = "button";
    tab.id = "body" + name;
    tab.dataset.key = "tab " + name;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "body");
    tab.addEventListener("click", () => show(name));
    tabs.append(tab);
  }
  moveByArrows(tabs, (tab) => show(tab.textContent));
  show(shownTab);
  return [tabs, panel];
}

function frameOf(message) {
  const box = make("div"), frame = make("iframe");
  frame.setAttribute("sandbox", "");
  frame.title = "The message as HTML";
  frame.src = "message.html?" + queryOf(message);
  box.append(frame, make("p", "Scripts, images of other hosts and links do not work in here.", "muted"));
  return box;
}

/** Arrow keys, Home and End move between the tabs of a list, and choose one. */
function moveByArrows(list, choose) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll("[role=tab]")], at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    choose(tabs[to]);
    tabs[to].focus();
  });
}

for (const name of ["callsTab", "inboxTab"]) $(name).addEventListener("click", () => { showView(name); if (isInboxShown()) refresh(); });
$("box").addEventListener("change", () => { box = $("box").value; refresh(); });
$("addMessage").addEventListener("click", () => openForm(boxes.find(({ place }) => place === box)));
$("messages").addEventListener("keydown", (event) => {
  const buttons = [...$("messages").querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || !buttons[to]) return;
  event.preventDefault();
  for (const node of buttons) node.tabIndex = -1;
  buttons[to].tabIndex = 0;
  buttons[to].focus();
});
`;
