import { operationTexts } from "virtual:operation-texts";
import { model } from "@svc/testing";
import { readyCall } from "./code/ready-call.ts";
import { SCENARIOS } from "./code/scenarios.ts";
import { codeHash, readHash } from "./code/share.ts";
import { connect } from "./host/connect.ts";
import { connectLanguage } from "./host/connect-language.ts";
import type { Frame } from "./host/protocol.ts";
import type { ServiceName } from "./service/service.ts";
import { createClockView } from "./view/clock-bar.ts";
import { createEditor } from "./view/editor.ts";
import { byId, setText } from "./view/element.ts";
import { createFaultView } from "./view/fault-form.ts";
import { createJournalView } from "./view/journal.ts";
import { languageHelp } from "./view/language.ts";
import { createPickList } from "./view/pick-list.ts";
import { createResultView } from "./view/result.ts";
import { createSettingsView } from "./view/settings-form.ts";
import { createStoreView } from "./view/store.ts";
import { startTheme } from "./view/theme.ts";
import { createWindowView } from "./view/window.ts";
import { DEFAULT_SETTINGS, type Settings } from "./world/settings.ts";

function say(text: string, tone = ""): void {
  const status = byId("status");
  status.dataset["tone"] = tone;
  setText(status, text);
}

const result = createResultView();
const editor = createEditor(byId("code"), {
  onRun: () => void run(),
  onEdit: result.promise,
  help: languageHelp(connectLanguage(), () => session.service),
});
const picks = createPickList({ onPick: pick });
const journal = createJournalView();
const windowView = createWindowView();
const store = createStoreView();
const session = connect({
  onFrame: draw,
  onPrint: result.print,
  onFault: (problem) => say(problem ?? "The fault waits for its request."),
  onOperations: (operations) => faults.offer(operations),
  onLost() {
    showRunning();
    say("The service of this scenario cannot be loaded.", "bad");
  },
});
const clock = createClockView({
  onSpeed: (speed) => change({ speed }),
  onAdvance: (seconds) => session.advance(seconds * 1000),
});
const faults = createFaultView({ onAdd: session.addFault, onRemove: session.removeFault });
const settings = createSettingsView({
  onChange: change,
  onReset() {
    session.change(DEFAULT_SETTINGS);
    session.restart();
    settings.show(session.settings);
    say("A new fake, with all defaults.");
  },
});

function change(changed: Partial<Settings>): void {
  session.change(changed);
  settings.show(session.settings);
}

/** Shows what was chosen, in a new world; what it needs is set, the rest as by default. */
function show(code: string, wanted: Partial<Settings>, service: ServiceName = "svc"): void {
  session.use(service);
  session.change({ ...DEFAULT_SETTINGS, ...wanted });
  session.restart();
  settings.show(session.settings);
  editor.setCode(code);
  result.clear();
}

function pick(kind: "operation" | "scenario", id: string): void {
  const operation = model.operations.find((one) => kind === "operation" && one.id === id);
  const scenario = SCENARIOS.find((one) => kind === "scenario" && one.id === id);
  const method = operation?.name.join(".");
  if (operation !== undefined) show(readyCall(operation), {});
  if (scenario !== undefined) show(scenario.code, scenario.settings ?? {}, scenario.service);
  setText(byId("summary"), scenario?.summary ?? operationTexts[method ?? ""]?.summary ?? "");
  picks.mark(kind, id);
  history.replaceState(null, "", `#${kind}/${id}`);
  say("");
}

/** Follows the address; code of a link is shown, and runs when the reader says so. */
function follow(): void {
  const wanted = readHash(location.hash);
  // Who comes without a wish sees the page at work; what a link shows runs when the reader says so.
  const isBare = location.hash === "";
  const first = model.operations[0];
  if (wanted?.kind === "code") {
    show(wanted.code, wanted.settings, wanted.service);
    picks.markNone();
    setText(byId("summary"), "");
    say("Code from a link: read it, then run it.");
  } else if (wanted !== undefined && exists(wanted)) {
    pick(wanted.kind, wanted.id);
  } else {
    if (first !== undefined) pick("operation", first.id);
    if (isBare) void run();
    if (wanted !== undefined) say(`There is no ${wanted.kind} "${wanted.id}" here.`);
  }
}

function exists({ kind, id }: { readonly kind: string; readonly id: string }): boolean {
  return (kind === "operation" ? model.operations : SCENARIOS).some((one) => one.id === id);
}

async function run(): Promise<void> {
  result.begin();
  say("Running.");
  const running = session.run(editor.code());
  showRunning();
  const ended = await running;
  if (ended === undefined) return;
  showRunning();
  result.end(ended);
  if (ended.kind === "stopped") say("Stopped.");
  else if (ended.kind === "rejected") say(`Rejected: ${ended.brief}`, "bad");
  else say(`Resolved: ${ended.brief}`, "good");
}

async function share(): Promise<void> {
  history.replaceState(
    null,
    "",
    codeHash({ code: editor.code(), settings: session.settings, service: session.service }),
  );
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard.");
  } catch {
    say("The link is in the address bar.");
  }
}

function draw(frame: Frame): void {
  journal.draw(frame);
  windowView.draw(frame, session.settings);
  clock.draw(frame, session.settings, session.isRunning);
  faults.draw(frame.faults);
  store.draw(frame.store);
}

function showRunning(): void {
  byId<HTMLButtonElement>("stop").disabled = !session.isRunning;
}

startTheme();
byId("run").addEventListener("click", () => void run());
byId("stop").addEventListener("click", () => session.stop());
byId("share").addEventListener("click", () => void share());
addEventListener("hashchange", follow);
follow();
