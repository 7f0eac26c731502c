import { readFileSync } from "node:fs";
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
