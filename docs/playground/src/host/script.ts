/** Address of the script that runs; empty in a worker. Known only while it is read. */
export const SCRIPT: string =
  typeof document === "undefined" ? "" : ((document.currentScript as HTMLScriptElement | null)?.src ?? "");

/** Address of another script of the page. */
export function besideScript(name: string): string {
  return new URL(`${name}.js`, SCRIPT).href;
}
