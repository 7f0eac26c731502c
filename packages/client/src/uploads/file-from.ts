import { invalid } from "../checks.ts";

/** Media types by the end of a file's name. Others are for the caller, or the document, to say. */
const TYPES: { readonly [extension: string]: string } = {
  avif: "image/avif",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  jsonl: "application/jsonl",
  md: "text/markdown",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  zip: "application/zip",
};

/**
 * A file of the disk, on Node.js (and Bun and Deno, where their `node:fs` has `openAsBlob`): it is read when it is sent, piece
 * by piece, and can be sent again. Sending fails where it has changed since.
 *
 * @throws ConfigurationError where there is no file system; the error of the file system where the file cannot be opened
 */
export async function fileFrom(
  path: string | URL,
  { name, type }: { readonly name?: string | undefined; readonly type?: string | undefined } = {},
): Promise<File> {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs?.openAsBlob) throw invalid("fileFrom", "a runtime with node:fs and openAsBlob; elsewhere pass a File");
  const last = decodeURIComponent(path instanceof URL ? path.pathname : path.replaceAll("%", "%25"))
    .split(/[\\/]/)
    .at(-1);
  const fileName = name ?? last ?? "file";
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  return new File([await fs.openAsBlob(path)], fileName, { type: type ?? known ?? "" });
}
