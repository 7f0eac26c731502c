import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runPackages, runTree, UsageError } from "@svc/codegen";
import { finishApplying } from "./bump/apply-stage.ts";

const ROOT = join(import.meta.dirname, "..");
const USAGE = `pnpm generate [--check]                         regenerate the packages from spec/
pnpm generate --spec FILE --out DIR [--overlay FILE]... [--strict] [--open-enums] [--check]
                                                generate client and fake of any OpenAPI 3.0, 3.1 or 3.2 document

  --spec FILE   the document, JSON or YAML
  --out DIR     where to write; replaced as a whole
  --overlay FILE  an OpenAPI Overlay, applied before anything is checked; may be given several times, in order
  --strict      refuse a document that needs repairs; without it they are made, told, and written to DIR/repairs.overlay.yaml
  --open-enums  enums and unions take what the document does not list, as with \`x-svc-open-enums: true\` in it
  --check       write nothing; exit 1 and name each file that differs`;

async function main(argv: readonly string[]): Promise<number> {
  const values = parseArguments(argv);
  const { spec, out, check = false, help, "open-enums": openEnums = false, strict = false, overlay = [] } = values;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  if (out !== undefined && spec !== undefined) {
    return runTree({ spec, out, check, openEnums, strict, overlays: overlay });
  }
  if (out !== undefined) throw new UsageError("--out needs --spec FILE: the document to generate from.");
  if (spec !== undefined) throw new UsageError("--spec needs --out DIR: the packages are generated from spec/ only.");
  if (finishApplying(ROOT)) console.error("Completed a bump of the document that had been interrupted.");
  if (openEnums)
    throw new UsageError("--open-enums needs --spec: for the packages, spec/ says it with x-svc-open-enums.");
  if (strict || overlay.length > 0) {
    throw new UsageError("--strict and --overlay need --spec: spec/ is always strict, and has spec/overlays/.");
  }
  return runPackages({ check });
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.filter((argument) => argument !== "--"),
      options: {
        spec: { type: "string" },
        out: { type: "string" },
        "open-enums": { type: "boolean" },
        strict: { type: "boolean" },
        overlay: { type: "string", multiple: true },
        check: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

// The compiler is nine megabytes of JavaScript: compiled code from the last run saves a quarter of a second.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  if (error.name === "DocumentError") {
    // One line per finding, as the message has them: FILE#POINTER: what, and what to do.
    console.error(error.message);
    process.exitCode = 1;
  } else if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else throw error;
}
