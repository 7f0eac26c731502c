// Two things of pages that run: "Send" beside an operation's example, and a visitor's own document on the home page. Their code is
// loaded by the first use.

/** Listens for both, on whatever page is shown. */
export function listenInPages(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-do]");
    if (button?.dataset["do"] === "send") void import("./send-call.ts").then(({ sendCall }) => sendCall(button));
    if (button?.dataset["do"] === "example") wish(button, { do: "example" });
  });
  document.addEventListener("dragover", (event) => {
    if (tryOf(event.target) !== null) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (tryOf(event.target) === null) return;
    event.preventDefault();
    open(event.target, event.dataTransfer?.files[0]);
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "file") open(target, target.files?.[0]);
    if (target instanceof HTMLSelectElement) wish(target, { do: "call", operation: target.value });
  });
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) wish(target, { do: "edit", text: target.value });
  });
}

type Wish = Parameters<typeof import("./try-document.ts")["tryDocument"]>[1];

function open(place: EventTarget | null, file: File | undefined): void {
  void file?.text().then((text) => wish(place, { do: "open", text, file: file.name }));
}

function wish(place: EventTarget | null, command: Wish): void {
  const section = tryOf(place);
  if (section !== null) void import("./try-document.ts").then(({ tryDocument }) => tryDocument(section, command));
}

function tryOf(place: EventTarget | null): HTMLElement | null {
  return place instanceof Element ? place.closest<HTMLElement>(".try") : null;
}
