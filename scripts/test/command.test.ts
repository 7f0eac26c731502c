import { runCommandLine } from "@svc/codegen/cli";
import { expect, test } from "vitest";
import { test as command } from "./command.ts";

test.each(["update", "document"])("--proofs with --%s is refused, before anything is run or written", async (other) => {
  const written: string[] = [];
  const code = await runCommandLine({
    argv: ["test", "--proofs", `--${other}`],
    commands: [{ name: "test", summary: "", load: async () => command }],
    program: "pnpm svc",
    write: () => {},
    writeError: (text) => void written.push(text),
  });
  expect([code, ...written]).toEqual([2, "--proofs goes with no other option. (pnpm svc test --help)\n"]);
});
