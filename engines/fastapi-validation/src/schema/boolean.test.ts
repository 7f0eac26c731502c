import { expect, test } from "vitest";
import { parseBoolean } from "./boolean.ts";

test.each(["1", "t", "y", "on", "yes", "true", "T", "oN", "TRUE"])("%j is true", (text) => {
  expect(parseBoolean(text)).toBe(true);
});

test.each(["0", "f", "n", "no", "off", "false", "N", "OfF", "False"])("%j is false", (text) => {
  expect(parseBoolean(text)).toBe(false);
});

test.each(["", " true", "true ", "2", "1.0", "00", "tru", "yess", "null", "None", "\u017f", "constructor"])(
  "%j is no boolean",
  (text) => {
    expect(parseBoolean(text)).toBeUndefined();
  },
);
