import { byId } from "./element.ts";

/** Shared with the documentation's pages, so that one choice holds for both. */
const KEY = "vitepress-theme-appearance";

/** Lets the reader choose light or dark, and remembers it where the browser allows. */
export function startTheme(): void {
  const select = byId<HTMLSelectElement>("theme");
  const apply = (theme: string): void => {
    select.value = theme;
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
  };
  const known = read();
  apply(known === "light" || known === "dark" ? known : "auto");
  select.addEventListener("change", () => {
    apply(select.value);
    try {
      localStorage.setItem(KEY, select.value);
    } catch {
      // Without storage the choice holds for this visit.
    }
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
