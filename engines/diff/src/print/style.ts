/** Colours of the output; identity functions if colour is off. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

/** Text without colours. */
export const PLAIN: Style = {
  good: (text) => text,
  bad: (text) => text,
  accent: (text) => text,
  dim: (text) => text,
  strong: (text) => text,
};
