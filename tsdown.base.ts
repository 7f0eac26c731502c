import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UserConfig } from "tsdown";

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> };
}

/**
 * The build of one published package, read from its `package.json`: one entry per published module and per bin, and no
 * import in the output but of what the manifest declares.
 *
 * @param directory the package's folder, `import.meta.dirname` of its configuration
 * @param overrides what differs for this package
 */
export function packageBuild(directory: string, overrides: UserConfig = {}): UserConfig {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return {
    entry: entries(manifest),
    format: "esm",
    platform: "neutral",
    // Language level of the oldest supported Node.js: `using`, for one, is compiled away.
    target: "es2022",
    dts: true,
    // The sources are not published, so a map would point nowhere.
    sourcemap: false,
    failOnWarn: true,
    report: false,
    deps: { onlyImport: declared },
    ...overrides,
  };
}

/** `./dist/x.js` is built from `src/x.ts`. */
function entries(manifest: Manifest): string[] {
  const published = Object.values(manifest.publishConfig.exports).map((target) =>
    typeof target === "string" ? target : target.default,
  );
  return [...published, ...Object.values(manifest.bin ?? {})]
    .map((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => `src/${name}.ts`);
}
