import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listExamples } from "./example.ts";

test("every example has a package.json that nobody publishes, a test and a README of about ten lines", () => {
  for (const { name, folder } of listExamples()) {
    const read = (file: string): string => readFileSync(join(folder, file), "utf8");
    expect(JSON.parse(read("package.json"))).toMatchObject({ name: `example-${name}`, private: true });
    expect(JSON.parse(read("package.json"))).toHaveProperty("scripts.test");
    expect(existsSync(join(folder, "README.md")), name).toBe(true);
    expect(read("README.md").trim().split("\n").length, name).toBeLessThanOrEqual(15);
  }
});
