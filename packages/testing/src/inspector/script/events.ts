/** Handles buttons and keys, and listens to the fake. */
export const EVENTS: string = `$("tools").addEventListener("submit", (event) => {
  event.preventDefault();
  const [label, fault] = FAULTS[Number($("fault").value)];
  const operation = $("faultOperation").value, times = Math.max(1, Math.floor(Number($("times").value) || 1));
  drive("fail", { ...fault, times, ...(operation && { operation }) }, label + ": the next " + plural(times, "request") + (operation ? " of " + operation : "") + ".");
});
$("webhooksForm").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("webhook").value;
  drive("webhook", { name }, "Sent: " + name + ".");
});
for (const button of document.querySelectorAll("[data-advance]")) {
  button.addEventListener("click", () => drive("clock", { seconds: Number(button.dataset.advance) }, "Clock advanced by " + button.textContent.slice(1) + "."));
}
$("reset").addEventListener("click", () => $("ask").showModal());
$("askCancel").addEventListener("click", () => $("ask").close());
$("askReset").addEventListener("click", () => {
  $("ask").close();
  picked = null; page = 0;
  drawDetail(null);
  drive("reset", {}, "Reset: the journal is empty, the rest is as at the start.");
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
  if (row) { row.querySelector("button").focus({ preventScroll: true }); pick(Number(row.dataset.index)).then(() => reveal("detailTitle")); }
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
document.addEventListener("visibilitychange", () => {
  if (document.hidden) events.close(); else listen();
});
listen();
`;
