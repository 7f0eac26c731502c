import { parseArgs } from "node:util";
import { DocumentError, formatFinding } from "@svc/model";
import { generatePackages } from "./codegen/generate-packages.ts";
import { generateTree } from "./codegen/generate-tree.ts";
import { UsageError } from "./codegen/usage-error.ts";

const USAGE = `pnpm generate [--check]                     regenerate the packages from spec/
pnpm generate --spec FILE --out DIR [--check]   generate client and fake of any OpenAPI 3.0 or 3.1 document

  --spec FILE   JSON or YAML; default: spec/openapi.yaml with spec/overlays/ applied
  --out DIR     where to write; replaced as a whole
  --check       write nothing; exit 1 and name each file that differs`;

async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArguments(argv);
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const check = values.check === true;
  if (values.out !== undefined) return generateTree({ spec: values.spec, out: values.out, check });
  if (values.spec !== undefined)
    throw new UsageError("--spec needs --out DIR: the packages are generated from spec/ only.");
  return generatePackages({ check });
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.filter((argument) => argument !== "--"),
      options: {
        spec: { type: "string" },
        out: { type: "string" },
        check: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof DocumentError) {
    for (const finding of error.findings) console.error(formatFinding(finding));
    process.exitCode = 1;
  } else if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else throw error;
}
