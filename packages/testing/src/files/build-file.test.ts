import { expect, test } from "vitest";
import { buildFile } from "./build-file.ts";

const TYPES = [
  "image/png",
  "application/pdf",
  "text/csv",
  "application/zip",
  "video/mp4",
  "application/json",
  "text/plain",
];

test.each(TYPES)("%s has the asked length, and is the same for the same seed", async (type) => {
  const least = buildFile(type);
  for (const more of [0, 1, 7, 70_000])
    expect(buildFile(type, { size: least.size + more }).size).toBe(least.size + more);
  const text = (seed: number) => buildFile(type, { seed }).text();
  expect(await text(2)).toBe(await text(2));
  expect(await text(2)).not.toBe(await text(3));
});

test("names and types are as asked", () => {
  expect(buildFile("image/png").name).toBe("file.png");
  expect(buildFile("IMAGE/PNG; a=b", { name: "a.png" })).toMatchObject({ name: "a.png", type: "image/png; a=b" });
  expect(buildFile("video/*").type).toBe("video/mp4");
  expect(buildFile("application/x-own")).toMatchObject({ name: "file.bin", type: "application/x-own" });
  expect(buildFile("constructor").name).toBe("file.bin");
});

test.each([0, 5, 1.5, Number.NaN, -1])("a PNG of %d bytes is refused", (size) => {
  expect(() => buildFile("image/png", { size })).toThrow(
    /^buildFile: size: a file of image\/png has \d+ bytes or more/,
  );
});
