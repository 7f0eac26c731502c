/** A file of a multipart body, as a handler sees it. */
export class FormFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;

  constructor(file: { filename: string; contentType: string; bytes: Uint8Array }) {
    this.filename = file.filename;
    this.contentType = file.contentType;
    this.bytes = file.bytes;
  }

  /** How FastAPI echoes a file in an error. */
  toJSON(): unknown {
    const headers = { "content-type": this.contentType };
    return { filename: this.filename, size: this.bytes.length, headers };
  }
}
