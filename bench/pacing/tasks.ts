import type { ServerOptions } from "./server.ts";

/** No client gets longer than this for its tasks: those that are open then are lost. */
const PATIENCE_MS = 60_000;

/** Number of tasks that failed, or had not ended when patience did. */
export async function settle(tasks: readonly Promise<unknown>[]): Promise<number> {
  let open = tasks.length;
  let lost = 0;
  const all = Promise.all(
    tasks.map((task) =>
      task.then(
        () => open--,
        () => {
          open--;
          lost++;
        },
      ),
    ),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([all, patience]);
  clearTimeout(timer);
  return lost + open;
}

/** Every client starts at the same place of a window. */
export async function untilWindowStart({ windowMs, skewMs = 0 }: ServerOptions): Promise<void> {
  const wait = windowMs - ((Date.now() + skewMs) % windowMs) + 20;
  await new Promise((resolve) => setTimeout(resolve, wait));
}
