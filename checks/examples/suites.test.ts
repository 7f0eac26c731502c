import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listExamples } from "./example.ts";

const SUITES = ["vitest-suite", "jest-suite"];
const examples = listExamples();

function read(example: string, file: string): string {
  return readFileSync(join(examples.find(({ name }) => name === example)?.folder ?? "", file), "utf8");
}

function titles(example: string): string[] {
  return [...read(example, "robot.test.js").matchAll(/^test\("(.+)",/gm)].map(([, title]) => title ?? "");
}

test("the suites for two runners test the same module by the same 20 statements", () => {
  const [first = "", ...others] = SUITES;
  expect(titles(first)).toHaveLength(20);
  for (const other of others) {
    expect(read(other, "robot.js")).toBe(read(first, "robot.js"));
    expect(titles(other)).toEqual(titles(first));
  }
});

test("every example has a package.json that nobody publishes, a test and a README of about ten lines", () => {
  for (const { name, folder } of examples) {
    expect(JSON.parse(read(name, "package.json"))).toMatchObject({ name: `example-${name}`, private: true });
    expect(JSON.parse(read(name, "package.json"))).toHaveProperty("scripts.test");
    expect(existsSync(join(folder, "README.md")), name).toBe(true);
    expect(read(name, "README.md").trim().split("\n").length, name).toBeLessThanOrEqual(15);
  }
});
