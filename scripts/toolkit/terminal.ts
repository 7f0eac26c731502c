import { styleText } from "node:util";

/** The output of a run, and its capabilities. */
export interface Terminal {
  /** Lines can be drawn over: a person watches, in a terminal that understands escape sequences. */
  readonly interactive: boolean;
  /** Colour is wanted and understood. */
  readonly colour: boolean;
  /** Width in characters. */
  readonly columns: number;
  write(text: string): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * The terminal behind a stream. Anything but a terminal (a pipe, a file, CI) gets plain lines.
 *
 * @see https://no-color.org
 */
export function detectTerminal(output: Output, env: Readonly<Record<string, string | undefined>>): Terminal {
  const interactive = output.isTTY === true && env["TERM"] !== "dumb" && !env["CI"];
  return {
    interactive,
    colour: interactive && !env["NO_COLOR"],
    columns: output.columns ?? 80,
    write: (text) => void output.write(text),
  };
}

type Format = Parameters<typeof styleText>[0];

/** Colours of the output; identity functions if colour is off. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

/** The palette for a terminal with or without colour. */
export function createStyle(colour: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: paint("green"),
    bad: paint("red"),
    accent: paint("cyan"),
    dim: paint("dim"),
    strong: paint("bold"),
  };
}
