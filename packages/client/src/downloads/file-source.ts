/** Where a file can be had, and until when. */
export interface Location {
  readonly url: string;
  /** Epoch milliseconds of the local clock; `Infinity` where nothing says. */
  readonly expiresAt: number;
}

/** One file, and how to find it again when its address is no longer good. */
export interface FileSource {
  readonly key: string;
  readonly size: number | undefined;
  /** Lists again where `refused` is what was found last. @throws ConfigurationError where the listing has no address */
  readonly locate: (refused?: Location) => Promise<Location>;
}
