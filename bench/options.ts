/** Options of the command that a benchmark may take. */
export interface BenchOptions {
  /** Archive or folder of documents. @default the regression corpus of the repository */
  readonly corpus?: string;
  /** Number of documents, spread over the corpus. @default all */
  readonly sample?: number;
}
