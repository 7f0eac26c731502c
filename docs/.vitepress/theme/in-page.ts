/** Listens for what a visitor does with an own document on the home page. Its code is loaded by the first use. */
export function listenInPages(): void {
  const load = () => import("./try-document.ts");
  document.addEventListener("click", ({ target }) => {
    const section = tryOf((target as Element).closest("[data-do=example]"));
    if (section !== null) void load().then(({ tryExample }) => tryExample(section));
  });
  document.addEventListener("input", ({ target }) => {
    const section = tryOf(target);
    if (section !== null && target instanceof HTMLTextAreaElement) void load().then(({ tryText }) => tryText(section));
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) void open(target, target.files?.[0]);
  });
  document.addEventListener("dragover", (event) => {
    if (tryOf(event.target) !== null) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (tryOf(event.target) === null) return;
    event.preventDefault();
    void open(event.target, event.dataTransfer?.files[0]);
  });
}

async function open(place: EventTarget | null, file: File | undefined): Promise<void> {
  const section = tryOf(place);
  const area = section?.querySelector("textarea");
  if (section === null || area == null || file === undefined) return;
  area.value = await file.text();
  const { tryText } = await import("./try-document.ts");
  tryText(section, file.name);
}

function tryOf(place: EventTarget | null): HTMLElement | null {
  return place instanceof Element ? place.closest<HTMLElement>(".try") : null;
}
