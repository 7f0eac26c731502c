import { withBase } from "vitepress";

/** A worker of the playground's files. */
export function openWorker(name: string): Worker {
  return new Worker(withBase(`/playground/assets/${name}.js`));
}
