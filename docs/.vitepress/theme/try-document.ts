import type { Tried, TryCommand, TryReply } from "../../playground/src/try/protocol.ts";
import { openWorker } from "./send-call.ts";

/** Typing pauses so long before the text is read. */
const PAUSE_MS = 300;

let worker: Worker | undefined;
let shownIn: HTMLElement | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Hands a wish of the visitor to the worker, and shows what comes back in the section. */
export function tryDocument(section: HTMLElement, command: TryCommand): void {
  shownIn = section;
  worker ??= startWorker();
  clearTimeout(pause);
  const tell = (): void => worker?.postMessage(command);
  if (command.do === "edit") pause = setTimeout(tell, PAUSE_MS);
  else tell();
}

function startWorker(): Worker {
  const started = openWorker("try");
  started.onmessage = ({ data }: MessageEvent<TryReply>) => show(data);
  started.onerror = () => show({ problem: "The code that reads documents cannot be loaded." });
  return started;
}

/** Text only: a document is somebody else's. */
function show(reply: TryReply): void {
  const out = shownIn?.querySelector(".try-out");
  const text = shownIn?.querySelector("textarea");
  if (out == null || text == null) return;
  out.replaceChildren(...("problem" in reply ? [element("pre", reply.problem)] : partsOf(reply)));
  if ("text" in reply && document.activeElement !== text) text.value = reply.text;
}

function partsOf(reply: Tried): HTMLElement[] {
  return [
    heading("The typed call", operationsOf(reply)),
    element("pre", reply.call),
    heading("The fake's answer"),
    element("pre", [...reply.requests, "", reply.answer].join("\n").trim()),
    heading("The difference"),
    differenceOf(reply),
  ];
}

function operationsOf({ operations, operation }: Tried): HTMLElement {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Operation");
  const options = operations.map(({ id, method }) => new Option(method, id, false, id === operation));
  select.replaceChildren(...options);
  return select;
}

function differenceOf({ changes, hasNext }: Tried): HTMLElement {
  if (!hasNext) return element("p", "Change a line of the document, or drop its next version.");
  if (changes.length === 0) return element("p", "Nothing that a program notices.");
  const list = document.createElement("ul");
  const items = changes.map(({ level, message }) => {
    const item = element("li", ` ${message}`);
    item.prepend(element("strong", level, `level-${level}`));
    return item;
  });
  list.replaceChildren(...items);
  return list;
}

function heading(text: string, ...more: readonly Node[]): HTMLElement {
  const title = element("h3", `${text} `);
  title.append(...more);
  return title;
}

function element(name: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}
