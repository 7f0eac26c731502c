/** Emitted text by path, relative to the root of the tree that it belongs to, with `/` between segments. */
export type Files = ReadonlyMap<string, string>;
