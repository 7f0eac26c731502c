/** The journal: one row per call, kept from one drawing to the next. */
export const JOURNAL_LIST: string = `function drawRows({ rows, total, matching }, pages) {
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
  const button = make("button");
  // A long target breaks where a parameter begins.
  for (const piece of row.target.split(/(?=[?&])/)) button.append(make("wbr"), piece);
  button.type = "button";
  button.title = row.target;
  button.tabIndex = -1;
  path.append(button);
  const status = make("td", (row.status ?? "none") + (row.fault ? " ⚡" : ""), "status " + tone(row.status));
  status.title = row.fault ? "Fault: " + row.fault : "";
  const operation = make("td", row.name ?? row.operation ?? (row.isUnmatched ? "no operation" : "–"), row.operation ? "" : "muted");
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
`;
