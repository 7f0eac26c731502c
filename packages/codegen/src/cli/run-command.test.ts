import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
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
  const { code, output, ended } = await runCommand([node, "-e", child], { timeoutMs: 200 });
  expect(code).toBe(1);
  expect(ended).toMatch(/took longer than 0\.2 s and was ended\.$/);
  expect(output).toBe(`${ended}\n`);
});

test("a command that a signal ends says so behind what it has printed", async () => {
  const code = 'process.stdout.write("half", () => process.kill(process.pid, "SIGKILL"))';
  const { output, ended, ...result } = await runCommand([node, "-e", code]);
  expect(result).toEqual({ code: 1 });
  expect(ended).toMatch(/ was ended by SIGKILL\.$/);
  expect(output).toBe(`half\n${ended}\n`);
});

test("a command that is ended ends what it runs itself, in a group of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-run-command-"));
  // The inner one ends the outer one, and leaves a file when it is ended itself.
  const inner = `process.on("SIGTERM", () => { require("node:fs").mkdirSync(${JSON.stringify(join(folder, "ended"))}); process.exit(); });
    process.kill(process.ppid, "SIGTERM"); setInterval(() => {}, 1000);`;
  const outer = `import { runCommand } from ${JSON.stringify(new URL("./run-command.ts", import.meta.url))};
    await runCommand([process.execPath, "-e", ${JSON.stringify(inner)}]);`;
  const { ended } = await runCommand([node, "--input-type=module", "-e", outer]);
  expect(ended).toMatch(/ was ended by SIGTERM\.$/);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(["ended"]), 10_000);
  rmSync(folder, { recursive: true });
});
