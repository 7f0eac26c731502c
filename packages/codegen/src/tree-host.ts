/** The generator around a run: a checkout of this repository, or the published package. */
export interface TreeHost {
  /** The command that people type, for the first line of each file. */
  readonly command: string;
  /** Version of the runtimes that a tree depends on. */
  readonly version: string;
  /** Hash of the generator itself: with the document and the options it decides every byte. @default none: always generates */
  readonly fingerprint?: () => string;
  /** Makes the imports of a written tree resolvable. @default the tree's user installs them */
  readonly install?: (directory: string) => void;
  /** Told of each step of a run. @default nobody is */
  readonly onProgress?: (step: string) => void;
  /** Told of what was made of the document, as text for people. @default nobody is */
  readonly onSummary?: (summary: string) => void;
}
