import { readFileSync } from "node:fs";
import { type Contract, parseContract } from "@svc/model";
import { UsageError } from "../toolkit/command.ts";

/** Reads a file that `createTest({ contract })` has written. @throws UsageError for another file */
export function readContract(file: string): Contract {
  try {
    return parseContract(readFileSync(file, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--contract: ${file}: ${code === undefined ? message : `cannot be read (${code})`}.`, {
      cause: error,
    });
  }
}
