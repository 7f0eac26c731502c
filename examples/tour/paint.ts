import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

const { stdout, env } = process;

/** A person watches, in a terminal that shows colours. */
const colour = stdout.isTTY === true && env["TERM"] !== "dumb" && !env["CI"] && !env["NO_COLOR"];

const paint = (format: Format) => (text: string) =>
  colour ? styleText(format, text, { validateStream: false }) : text;

/** The colours of the tour: identity functions where there is no terminal, or colour is not wanted. */
export const good: (text: string) => string = paint("green");
export const bad: (text: string) => string = paint("red");
export const accent: (text: string) => string = paint("cyan");
export const dim: (text: string) => string = paint("dim");
export const strong: (text: string) => string = paint("bold");

/** Prints lines. */
export function print(...lines: readonly string[]): void {
  stdout.write(lines.map((line) => `${line}\n`).join(""));
}
