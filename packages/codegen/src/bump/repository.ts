/** A repository whose packages are made of the document in its folder `spec`. */
export interface Repository {
  readonly root: string;
  /** Names of the packages that are released under one version. */
  readonly packages: readonly string[];
  /** Version of these packages. */
  readonly version: string;
  /** Refuses a new document whose repairs would lose a type, a parameter or a body. @default false */
  readonly strict?: boolean;
  /** Makes the document that is generated from of the one with its overlays. @default nothing is changed */
  readonly configure?: (document: unknown) => unknown;
  /** Remarks of a linter on the new document, one line each. @default none */
  readonly lint?: (text: string) => Promise<readonly string[]>;
}
