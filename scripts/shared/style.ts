import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** The few colours of the workshop's output: identity functions where colour is off. */
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
