export { type Config, defineConfig } from "./config/config.ts";
export { fromStainless } from "./config/from-stainless.ts";
export type { Omissions, Part, SdkOptions } from "./config/options.ts";
export { type SdkName, sdkName } from "./emit/sdk-name.ts";
export type { EmitContext, Emitter } from "./emitter.ts";
export type { Files } from "./files.ts";
