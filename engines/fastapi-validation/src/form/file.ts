/** A file of a multipart body, as handlers get it. */
export class FormFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Headers of the part, by lower-case name. */
  readonly headers: readonly (readonly [string, string])[];

  constructor(file: {
    readonly filename: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly bytes: Uint8Array;
  }) {
    this.filename = file.filename;
    this.headers = file.headers;
    this.contentType = file.headers.find(([name]) => name === "content-type")?.[1] ?? "";
    this.bytes = file.bytes;
  }

  /** The form in which FastAPI echoes a file in an error: the fields of its object in Python, temporary file included. */
  toJSON(): unknown {
    const { filename, bytes, headers } = this;
    const temporary = { ...TEMPORARY_FILE, _TemporaryFileArgs: TEMPORARY_FILE_ARGS };
    const own = { size: bytes.length, headers: Object.fromEntries(headers), _max_mem_size: IN_MEMORY };
    return { filename, file: temporary, ...own };
  }
}

/** Bytes of a file that Starlette holds in memory. */
const IN_MEMORY = 1024 * 1024;

/** Members of Python's `SpooledTemporaryFile`. */
const TEMPORARY_FILE = { _file: {}, _max_size: IN_MEMORY, _rolled: false };
const TEMPORARY_FILE_ARGS = {
  mode: "w+b",
  buffering: -1,
  suffix: null,
  prefix: null,
  encoding: null,
  newline: null,
  dir: null,
  errors: null,
};
