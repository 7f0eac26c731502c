import { styleText } from "node:util";
import { PLAIN, type Style } from "@svc/diff";

/** The output of a run. */
export interface Terminal {
  /** Colour is wanted and understood. */
  readonly colour: boolean;
  write(text: string): void;
}

/**
 * The terminal behind a stream. Anything but a terminal (a pipe, a file, CI) gets plain lines.
 *
 * @see https://no-color.org
 */
export function detectTerminal(
  output: { readonly isTTY?: boolean; write(text: string): unknown },
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const interactive = output.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
  return { colour: interactive && !env["NO_COLOR"], write: (text) => void output.write(text) };
}

/** The palette for a terminal with or without colour. */
export function createStyle(colour: boolean): Style {
  if (!colour) return PLAIN;
  const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    styleText(format, text, { validateStream: false });
  return {
    good: paint("green"),
    bad: paint("red"),
    accent: paint("cyan"),
    dim: paint("dim"),
    strong: paint("bold"),
  };
}
