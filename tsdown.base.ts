import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown, UserConfig } from "tsdown";

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> };
}

/** Escapes characters beyond Latin-1: with a single one, V8 keeps the whole file in twice the memory, and parses it longer. */
const escaped: Rolldown.Plugin = {
  name: "escaped",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk" && file.fileName.endsWith(".js"))
        file.code = file.code.replace(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
  },
};

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
    plugins: [escaped, overrides.plugins],
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
