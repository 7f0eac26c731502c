// Files of `@svc/testing/files`, read by real readers, as short as they are and longer.

/** A function of the bytes that says what a reader makes of them. */
export const READERS: { readonly [type: string]: readonly [reader: string, expected: unknown] } = {
  "image/png": [
    `const { PNG } = (await import("pngjs")).default;
    read = (bytes) => { const { width, height, data } = PNG.sync.read(bytes); return [width, height, [...data.subarray(0, 4)]]; };`,
    [8, 8, [7, 0, 0, 255]],
  ],
  "application/pdf": [
    `const { PDFDocument } = await import("pdf-lib");
    read = async (bytes) => {
      const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
      return [document.getPageCount(), document.getPage(0).getSize()];
    };`,
    [1, { width: 200, height: 200 }],
  ],
  "text/csv": [
    `const { parse } = await import("csv-parse/sync");
    read = (bytes) => parse(bytes).map((row) => row.slice(0, 2));`,
    [
      ["id", "name"],
      ["7", "Smith, Jo"],
      ["8", "Ann"],
    ],
  ],
  "application/zip": [
    `const { default: yauzl } = await import("yauzl");
    const { text } = await import("node:stream/consumers");
    read = (bytes) => new Promise((resolve, reject) => yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on("error", reject).on("entry", (entry) => zip.openReadStream(entry, async (failed, stream) => {
        if (failed) return reject(failed);
        resolve([zip.entryCount, entry.fileName, (await text(stream)).slice(0, 7)]);
      })).readEntry();
    }));`,
    [1, "file.txt", "File 7\n"],
  ],
  "video/mp4": [
    `const { createFile } = await import("mp4box");
    read = (bytes) => new Promise((resolve, reject) => {
      const file = createFile();
      file.onError = reject;
      file.onReady = ({ timescale, duration, isFragmented, tracks }) =>
        resolve([timescale, duration, isFragmented, tracks.map(({ id, type }) => [id, type])]);
      const buffer = new Uint8Array(bytes).buffer;
      buffer.fileStart = 0;
      file.appendBuffer(buffer);
      file.flush();
    });`,
    [1000, 1000, false, [[1, "video"]]],
  ],
};

/** A program that prints what the reader, and one that guesses types, make of a short and of a long file. */
export function readerProgram(type: string): string {
  const [reader] = READERS[type] ?? [""];
  return `
    import { buildFile } from "@svc/testing/files";
    import { fileTypeFromBuffer } from "file-type";
    let read;
    ${reader}
    const least = buildFile("${type}", { seed: 7 });
    const told = [];
    for (const size of [least.size, least.size + 100_000]) {
      const bytes = Buffer.from(await buildFile("${type}", { seed: 7, size }).arrayBuffer());
      told.push([(await fileTypeFromBuffer(bytes))?.mime, await read(bytes)]);
    }
    console.log(JSON.stringify(told));`;
}
