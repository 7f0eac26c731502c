import { expect, test } from "vitest";
import { downstreamEnv, findChromium } from "./environment.ts";

const FILES = { userconfig: "/t/npmrc", cache: "/t/cache" };

test("settings of the package manager that started the rehearsal do not reach its projects", () => {
  const env = downstreamEnv({ npm_config_registry: "x", NPM_CONFIG_TOKEN: "x", pnpm_config_y: "x", PATH: "p" }, FILES);
  expect(env).toMatchObject({ npm_config_registry: undefined, npm_config_userconfig: FILES.userconfig });
  expect(env).toHaveProperty("NPM_CONFIG_TOKEN", undefined);
  expect(env).toHaveProperty("pnpm_config_y", undefined);
  expect(env).not.toHaveProperty("PATH");
});

test("a Chromium that is named is used, and without one there is none", () => {
  expect(findChromium({ SVC_CHROMIUM: "/c", PATH: "" })).toBe("/c");
  expect(findChromium({ PATH: "/no-such-folder" })).toBeUndefined();
});
