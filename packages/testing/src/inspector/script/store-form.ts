/** The form that adds and changes items. Its fields are those of the schema; whether a value is good, the fake says. */
export const STORE_FORM: string = `let form = null, forms = null, editing;

async function openForm(entry, id) {
  try {
    forms ??= await ask("forms");
    if (forms.length === 0) { say("The document shows nothing that can be stored.", true); return; }
    editing = id;
    $("formPath").replaceChildren(...forms.map(({ path }) => { const node = make("option", path); node.value = path; return node; }));
    if (entry) $("formPath").value = entry.path;
    $("formPathLabel").hidden = id !== undefined;
    $("formTitle").textContent = id === undefined ? "Add to the store" : "Edit " + (id ? id + " of " : "") + entry.place;
    $("formSave").textContent = id === undefined ? "Add" : "Save";
    await drawForm(entry?.parameters ?? []);
    if (id !== undefined) await fillForm(entry, id);
    $("form").showModal();
    (id === undefined && !entry ? $("formPath") : $("form").querySelector("#formParameters input:enabled, #formFields input[type=checkbox]:enabled") ?? $("formSave")).focus();
  } catch (error) { say(error.message, true); }
}

async function drawForm(parameters) {
  // Nobody shall type into the fields of another path while these are on their way.
  for (const id of ["formParameters", "formFields"]) $(id).replaceChildren();
  const path = $("formPath").value;
  const answer = await ask("form?" + new URLSearchParams({ path }));
  if (path !== $("formPath").value) return;
  form = answer;
  $("formError").textContent = "";
  $("formParameters").replaceChildren(...form.parameters.map((name, index) => {
    const label = make("label", name + " "), input = make("input");
    input.type = "text"; input.value = parameters[index] ?? ""; input.dataset.parameter = name; input.autocomplete = "off";
    input.disabled = editing !== undefined;
    label.append(input);
    return label;
  }));
  $("formFields").replaceChildren(...form.fields.map(drawField));
}

function drawField(field, index) {
  const box = make("div", undefined, "field"), head = make("div", undefined, "head");
  box.dataset.index = String(index);
  const tick = (text, part) => {
    const label = make("label"), input = make("input");
    input.type = "checkbox"; input.dataset.part = part;
    label.append(input, text);
    head.append(label);
    return input;
  };
  const given = tick(field.name + (field.isRequired ? " *" : ""), "given");
  const isNull = field.isNullable ? tick("null", "null") : undefined;
  isNull?.setAttribute("aria-label", field.name + " is null");
  const control = make(field.input === "choice" ? "select" : field.input === "long" || field.input === "json" ? "textarea" : "input");
  if (control.tagName === "INPUT") control.type = "text";
  if (field.input === "number") control.inputMode = "decimal";
  for (const choice of field.choices) { const node = make("option", typeof choice === "string" ? choice : JSON.stringify(choice)); node.value = JSON.stringify(choice); control.append(node); }
  control.dataset.part = "value";
  control.setAttribute("aria-label", field.name);
  control.addEventListener("input", () => { given.checked = true; if (isNull) isNull.checked = false; control.removeAttribute("aria-invalid"); });
  given.addEventListener("change", () => { if (isNull && !given.checked) isNull.checked = false; });
  isNull?.addEventListener("change", () => { if (isNull.checked) given.checked = true; });
  box.append(head, control);
  if (field.hint) {
    const hint = make("p", field.hint, "muted");
    hint.id = "hint-" + index;
    control.setAttribute("aria-describedby", hint.id);
    box.append(hint);
  }
  return box;
}

const partOf = (index, part) => $("formFields").querySelector('[data-index="' + index + '"] [data-part="' + part + '"]');

async function fillForm({ path, parameters }, id) {
  const query = new URLSearchParams({ path, id });
  for (const value of parameters) query.append("parameter", value);
  const { value } = await ask("item?" + query);
  for (const [index, { name, input }] of form.fields.entries()) {
    const isId = name === form.id;
    for (const part of ["given", "null", "value"]) { const node = partOf(index, part); if (node && isId) node.disabled = true; }
    if (!Object.hasOwn(value, name)) continue;
    const one = value[name];
    partOf(index, "given").checked = true;
    if (one === null) { const node = partOf(index, "null"); if (node) node.checked = true; }
    else partOf(index, "value").value = input === "choice" || input === "json" || typeof one !== "string" ? JSON.stringify(one, null, input === "json" ? 2 : 0) : one;
  }
}

function readField({ name, input }, index) {
  if (partOf(index, "null")?.checked) return null;
  const text = partOf(index, "value").value;
  if (input === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  if (input !== "choice" && input !== "json") return text;
  try { return JSON.parse(text); } catch { throw new Error("/" + name + ": write JSON."); }
}

function showFault(message) {
  $("formError").textContent = message;
  const name = /^\\/([^/:]+)/.exec(message)?.[1].replaceAll("~1", "/").replaceAll("~0", "~");
  const index = form.fields.findIndex((field) => field.name === name);
  const at = index >= 0 ? partOf(index, "value") : [...document.querySelectorAll("[data-parameter]")].find((node) => message.startsWith(node.dataset.parameter + ":"));
  at?.setAttribute("aria-invalid", "true");
  at?.focus();
}

$("formBody").addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const node of document.querySelectorAll("#form [aria-invalid]")) node.removeAttribute("aria-invalid");
  try {
    const fields = form.fields.map((field, index) => ({ field, index })).filter(({ index }) => partOf(index, "given").checked);
    const value = Object.fromEntries(fields.map(({ field, index }) => [field.name, readField(field, index)]));
    const parameters = [...document.querySelectorAll("[data-parameter]")].map((node) => node.value);
    await ask("put", { path: form.path, parameters, ...(editing !== undefined && { id: editing }), value });
    $("form").close();
    say(editing === undefined ? "Added to " + form.path + "." : "Saved.");
    await refresh();
  } catch (error) { showFault(error.message); }
});
$("formCancel").addEventListener("click", () => $("form").close());
$("formPath").addEventListener("change", () => drawForm([]).catch((error) => showFault(error.message)));
$("add").addEventListener("click", () => openForm());
`;
