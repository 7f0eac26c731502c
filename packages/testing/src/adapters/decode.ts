/** Codings that fetch takes off a body, by what the web's streams call them. */
const FORMATS: { readonly [coding: string]: string } = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
  br: "brotli",
};

const NAME = "content-encoding";

/** A body as fetch gives it: without the codings that `content-encoding` names, as far as the runtime has them. */
export function decoded(body: BodyInit, headers: readonly (readonly [string, string])[]): BodyInit {
  // Its length first: every answer comes by here.
  const named = headers.find(([name]) => name.length === NAME.length && name.toLowerCase() === NAME)?.[1];
  if (named === undefined) return body;
  const formats = named.split(",").map((coding) => FORMATS[coding.trim().toLowerCase()]);
  try {
    const steps = formats.reverse().map((format) => new DecompressionStream(format as CompressionFormat));
    return (
      steps.reduce<ReadableStream | null>(
        (stream, step) => stream?.pipeThrough(step) ?? null,
        new Response(body).body,
      ) ?? body
    );
  } catch {
    // As fetch does with a coding that it does not know.
    return body;
  }
}
