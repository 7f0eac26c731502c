import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** Files of a suite by their path. */
export type Suite = ReadonlyMap<string, Buffer>;

/** Reads a suite that is kept here: a JSON object of files, one character for each byte, compressed by Brotli. */
export function readSuite(name: string): Suite {
  const packed = readFileSync(join(import.meta.dirname, "suites", `${name}.json.br`));
  const files = JSON.parse(String(brotliDecompressSync(packed))) as { readonly [path: string]: string };
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "latin1")]));
}

/** The JSON files of a suite whose paths match. */
export function readJson<Content>(suite: Suite, paths: RegExp): (readonly [path: string, content: Content])[] {
  return [...suite]
    .filter(([path]) => path.endsWith(".json") && paths.test(path))
    .map(([path, bytes]) => [path, JSON.parse(String(bytes)) as Content] as const);
}
