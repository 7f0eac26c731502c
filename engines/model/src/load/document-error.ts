import { type Finding, formatFinding } from "./finding.ts";

/** A document that cannot be read or generated from, with every reason. */
export class DocumentError extends Error {
  override readonly name = "DocumentError" as const;
  /** At least one, in document order. */
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map(formatFinding).join("\n"), options);
    this.findings = findings;
  }
}
