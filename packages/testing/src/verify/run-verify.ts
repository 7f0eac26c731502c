import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Contract, parseContract } from "@svc/model";
import { UsageError } from "../bin/parse-command.ts";
import { model as ownModel } from "../generated/model.ts";
import type { GivenParameters } from "./requests.ts";
import { describeReport, verifyService } from "./verify-service.ts";

/** Output of `svc-fake verify --help`. */
export const VERIFY_HELP = `svc-fake verify: where a live service differs from the document

Usage: svc-fake verify --base-url URL [options]

  --base-url URL   the service to check; only GET requests are sent to it
  --token TOKEN    sent as bearer credential (or set SVC_API_KEY, which other users of this machine cannot see)
  --params FILE    values of parameters in JSON: { "operation": { "name": value }, "*": { "name": value } }
  --spec FILE      hold it against this OpenAPI document instead of the built-in one
  --contract FILE  check only what a test suite uses: the file that createTest({ contract: "FILE" }) writes
  --json           print the report as JSON

Exit code 0: they agree. 1: they differ, or nothing could be checked. 2: the command line cannot be followed.
`;

const OPTIONS = {
  "base-url": { type: "string" },
  token: { type: "string" },
  params: { type: "string" },
  spec: { type: "string" },
  contract: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Runs `svc-fake verify`; resolves to the exit code.
 *
 * @throws UsageError for an invalid command line or file
 */
export async function runVerify(args: readonly string[], print: (text: string) => void): Promise<number> {
  const values = parse(args);
  if (values.help) {
    print(VERIFY_HELP.trimEnd());
    return 0;
  }
  const baseUrl = values["base-url"] ?? "";
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError("verify: --base-url: expected an http or https address");
  }
  const params = values.params === undefined ? {} : readParams(values.params);
  const model = values.spec === undefined ? ownModel : await readModel(values.spec);
  const contract = values.contract === undefined ? undefined : contractOf(values.contract);
  const token = values.token ?? process.env["SVC_API_KEY"] ?? process.env["SVC_TOKEN"];
  const report = await verifyService(model, { baseUrl, token, params, contract });
  print(values.json ? JSON.stringify(report, null, 2) : describeReport(report));
  return report.differences.length > 0 || report.checked.length === 0 ? 1 : 0;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    // The message may quote what was typed, a token perhaps: the option's name alone is kept.
    const [name] = /--?[a-z-]+/.exec((error as Error).message) ?? ["an argument"];
    throw new UsageError(`verify: ${name} cannot be used so; see svc-fake verify --help`);
  }
}

function contractOf(file: string): Contract {
  try {
    return parseContract(readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`verify: --contract: ${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function readModel(file: string) {
  const { readSpec } = await import("../bin/files.ts");
  return readSpec(readText(file), file).model;
}

function readParams(file: string): GivenParameters {
  const throwInvalidParams = (): never => {
    throw new UsageError(`${file}: expected { "operation_id": { "name": value } }`);
  };
  let value: unknown;
  try {
    value = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return throwInvalidParams();
  }
  const isRecord = (item: unknown): boolean => typeof item === "object" && item !== null && !Array.isArray(item);
  return isRecord(value) && Object.values(value as object).every(isRecord)
    ? (value as GivenParameters)
    : throwInvalidParams();
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
