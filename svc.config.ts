import { existsSync, readdirSync } from "node:fs";
// biome-ignore lint/correctness/noUndeclaredDependencies: the generator gives it, where it is not installed, too
import { defineConfig } from "@svc/codegen";

// All that are there: a bump may write some, and no file by hand has to know.
const folder = new URL("spec/overlays/", import.meta.url);
const overlays = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /\.(?:ya?ml|json)$/.test(name));

/** The committed SDK, as `svc-codegen` makes it of `spec/`. Into the packages it is written by `pnpm generate`. */
export default defineConfig({
  name: "svc",
  spec: "spec/openapi.yaml",
  overlays: overlays.sort().map((name) => `spec/overlays/${name}`),
  strict: true,
});
