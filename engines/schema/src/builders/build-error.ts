import type { Issue } from "../validate/visit.ts";

/** Error of a builder: the document does not allow the requested value. */
export class BuildError extends Error {
  /** Always `BuildError`. */
  override readonly name = "BuildError";
  /** Name of the builder: `build.email`. */
  readonly builder: string;
  /** The problems, with JSON pointers into the value. */
  readonly issues: readonly Issue[];

  /** @param advice what to do, as a sentence without its full stop */
  constructor(builder: string, issues: readonly Issue[], advice?: string) {
    const shown = issues.slice(0, 5).map(issueText);
    const more = issues.length > 5 ? `; and ${issues.length - 5} more` : "";
    super(`${builder}: ${shown.join("; ")}${more}${advice === undefined ? "" : `. ${advice}.`}`);
    this.builder = builder;
    this.issues = issues;
  }
}

/** The problem with where it is. */
export function issueText({ pointer, message }: Issue): string {
  return pointer === "" ? message : `${pointer}: ${message}`;
}

/** A schema asks for a value that is larger than values are made. */
export class TooLargeError extends Error {
  /** Always `TooLargeError`. */
  override readonly name = "TooLargeError";

  /** @param what what there is too much of */
  constructor(what: string) {
    super(
      `the schema asks for ${what} that none is made: lower its bounds, or let fewer schemas refer to others more than once`,
    );
  }
}
