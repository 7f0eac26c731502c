import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One hostile document, and what is right for it. */
export interface HostileSpec {
  readonly file: string;
  readonly verdict: "ACCEPT" | "REFUSE";
  readonly vector: string;
  /** Where findings are expected: all of them for `REFUSE`, at most these for `ACCEPT`. */
  readonly pointers: readonly string[];
  /** Absolute path. */
  readonly path: string;
}

const FIXTURES = new URL("../../engines/model/fixtures/", import.meta.url);

/** The documents of the given corpus, and those written here for what it leaves out. */
export function hostileSpecs(): HostileSpec[] {
  return ["hostile", "hostile-own"].flatMap((folder) => {
    const at = new URL(`${folder}/`, FIXTURES);
    const { specs } = JSON.parse(readFileSync(new URL("manifest.json", at), "utf8")) as {
      specs: readonly Omit<HostileSpec, "path">[];
    };
    return specs.map((spec) => ({ ...spec, path: fileURLToPath(new URL(spec.file, at)) }));
  });
}

/** The port of this machine that payloads of the corpus would report to. */
const CANARY_PORT = /\b47999\b/g;

/** The documents in a folder, with a port in their payloads that somebody listens at: theirs may be another program's. */
export function reportingTo(port: number, folder: string): HostileSpec[] {
  return hostileSpecs().map((spec) => {
    const path = join(folder, spec.file);
    // Byte by byte: some are not UTF-8.
    writeFileSync(path, readFileSync(spec.path, "latin1").replaceAll(CANARY_PORT, `${port}`), "latin1");
    return { ...spec, path };
  });
}
