// biome-ignore lint/correctness/noUndeclaredDependencies: the generator gives it, where it is not installed, too
import { defineConfig } from "@svc/codegen";

/** The committed SDK, as `svc-codegen` makes it of `spec/`. Into the packages it is written by `pnpm generate`. */
export default defineConfig({
  name: "svc",
  spec: "spec/openapi.yaml",
  overlays: ["spec/overlays/fake-resources.yaml"],
  strict: true,
});
