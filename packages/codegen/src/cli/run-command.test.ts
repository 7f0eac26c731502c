import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const node = process.execPath;

test("the exit code and both outputs of a command come back", async () => {
  const code = 'console.log("out"); console.error("err"); process.exitCode = 3';
  const result = await runCommand([node, "-e", code]);
  expect(result.code).toBe(3);
  expect(result.output).toContain("out");
  expect(result.output).toContain("err");
});

test("escape sequences are taken out of captured output", async () => {
  const { output } = await runCommand([node, "-e", String.raw`console.log("\u001b[31mred\u001b[39m")`]);
  expect(output).toBe("red\n");
});

test("a command that does not exist is a failure that names it", async () => {
  const result = await runCommand(["svc-no-such-command", "x"]);
  expect(result.code).toBe(1);
  expect(result.output).toContain("svc-no-such-command");
});

test("a command that takes too long is ended with what it started, and says so", async () => {
  const child = `require("node:child_process").spawn(process.execPath, ["-e", "for(;;){}"], { stdio: "inherit" }); for(;;){}`;
  const { code, output } = await runCommand([node, "-e", child], { timeoutMs: 200 });
  expect(code).toBe(1);
  expect(output).toContain("took longer than 0.2 s and was ended");
});
