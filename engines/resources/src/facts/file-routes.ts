/** An operation that stores a file. */
export interface FileUpload {
  /** Keys of the paths on which the file is read. */
  readonly keys: readonly string[];
  /** Field of the form that has the file. Absent: the body is the file. */
  readonly field?: string;
  /** Key of the resource whose item it makes: the file belongs to that item. Absent: it belongs to what the path says. */
  readonly makes?: string;
}

/** Operations that store files, and that give them back, by their ids. */
export interface FileRoutes {
  readonly uploads: ReadonlyMap<string, FileUpload>;
  /** Key of the path of each operation that answers a file. */
  readonly downloads: ReadonlyMap<string, string>;
  /** Key of the path of each operation that removes one. */
  readonly removals: ReadonlyMap<string, string>;
  /** Keys of the paths on which the file of an item is read that was sent to an address in it, by the resource's key. */
  readonly sent: ReadonlyMap<string, readonly string[]>;
}
