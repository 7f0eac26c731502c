import type { Emitter } from "../emitter.ts";
import type { SdkOptions } from "./options.ts";

/** Configuration of a generated SDK: the default export of `svc.config.ts`. Paths are relative to that file. */
export interface Config extends SdkOptions {
  /** Further outputs, made from the same model. @default `[functions()]` in a tree, `[]` in a repository of `init` */
  readonly emitters?: readonly Emitter[];
}

/** Types a configuration: `export default defineConfig({ name: "acme" })`. Returns it as it is. */
export function defineConfig(config: Config): Config {
  return config;
}
