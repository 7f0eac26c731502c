import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOLDER, listExamples } from "./example.ts";

test("every example has a package.json that nobody publishes, a test and a README of about ten lines", () => {
  for (const name of listExamples()) {
    const read = (file: string): string => readFileSync(join(FOLDER, name, file), "utf8");
    expect(JSON.parse(read("package.json"))).toMatchObject({ name: `example-${name}`, private: true });
    expect(JSON.parse(read("package.json"))).toHaveProperty("scripts.test");
    expect(existsSync(join(FOLDER, name, "README.md")), name).toBe(true);
    expect(read("README.md").trim().split("\n").length, name).toBeLessThanOrEqual(15);
  }
});
