import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { findChromium } from "../scripts/release/environment.ts";
import { ROOT } from "../scripts/toolkit/tools.ts";

/** No sandbox, as containers do not let it have one; nothing is loaded but what a test serves. */
export const CHROMIUM_FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One line for what is left out where there is no browser. */
export const NO_CHROMIUM = "no Chromium for this platform in npm; apt-get install chromium, or set SVC_CHROMIUM";

/**
 * The browser of the tests: the one that `SVC_CHROMIUM` names, the first on `PATH`, or on Linux x64 the one inside the npm
 * package `@sparticuz/chromium`, unpacked when it is first needed. Undefined where there is none.
 */
export function chromiumPath(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  return findChromium(env) ?? (process.platform === "linux" && process.arch === "x64" ? packagedChromium() : undefined);
}

/** The browser of the npm package; 200 MB in `node_modules/.cache`. */
export function packagedChromium(): string {
  const folder = join(import.meta.dirname, "node_modules/@sparticuz/chromium");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const cache = join(ROOT, "node_modules/.cache");
  const target = join(cache, `chromium-${version}`);
  const launcher = join(target, "launch");
  if (!existsSync(launcher)) {
    mkdirSync(cache, { recursive: true });
    const unpacked = mkdtempSync(join(cache, "chromium-"));
    unpack(join(folder, "bin"), unpacked);
    try {
      renameSync(unpacked, target);
    } catch (error) {
      // Another process was first.
      if (!existsSync(launcher)) throw error;
      rmSync(unpacked, { recursive: true });
    }
  }
  return launcher;
}

/** The libraries and the fonts of the package serve where the machine has none. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib"
exec "$here/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

function unpack(from: string, to: string): void {
  const read = (name: string) => brotliDecompressSync(readFileSync(join(from, `${name}.br`)));
  writeFileSync(join(to, "chromium"), read("chromium"), { mode: 0o755 });
  // Libraries that a bare Debian lacks (NSS, NSPR, expat), and Open Sans.
  for (const name of ["al2023.tar", "fonts.tar"])
    execFileSync("tar", ["xf", "-", "--no-same-owner", "-C", to], { input: read(name) });
  writeFileSync(join(to, "fonts.conf"), FONTS);
  writeFileSync(join(to, "launch"), LAUNCHER, { mode: 0o755 });
}
