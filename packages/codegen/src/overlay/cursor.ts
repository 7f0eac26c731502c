/** A text that is read from left to right. */
export class Cursor {
  readonly text: string;
  offset = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads a sticky pattern where it matches here. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.offset += found.length;
    return found;
  }

  /** Reads a symbol, with white space before it, where it stands here. */
  skip(symbol: string): boolean {
    const start = this.offset;
    this.space();
    if (this.text.startsWith(symbol, this.offset)) {
      this.offset += symbol.length;
      return true;
    }
    this.offset = start;
    return false;
  }

  /** @throws SyntaxError where the symbol does not stand here. */
  expect(symbol: string): void {
    if (!this.skip(symbol)) this.fail(`expected ${symbol}`);
  }

  space(): void {
    this.take(/[ \t\n\r]*/y);
  }

  fail(what: string): never {
    const rest = this.text.slice(this.offset, this.offset + 20);
    throw new SyntaxError(
      `${what} at character ${this.offset + 1}${rest === "" ? ", the end" : `, ${JSON.stringify(rest)}`}`,
    );
  }
}
