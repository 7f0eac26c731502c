/** Bytes that a document may have. */
const SIZE_LIMIT = 50_000_000;

/** Milliseconds that its download may take. */
const TIME_LIMIT_MS = 60_000;

/** Options of {@link downloadDocument}. */
export interface DownloadOptions {
  /** @default the global one */
  readonly fetch?: (url: URL, init: RequestInit) => Promise<Response>;
  /** Bytes that a document may have. @default 50 MB */
  readonly sizeLimit?: number;
}

/**
 * Downloads an OpenAPI document.
 *
 * @throws TypeError where the address is not https
 * @throws Error where it is answered with anything but a document, or with too large a one
 */
export async function downloadDocument(address: string, options: DownloadOptions = {}): Promise<string> {
  const { fetch = globalThis.fetch, sizeLimit = SIZE_LIMIT } = options;
  const url = URL.parse(address);
  if (url?.protocol !== "https:") throw new TypeError("the address of the document: expected one with https:");
  // No redirect to elsewhere: the address is configured by people who trust it, and only it.
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (response.status !== 200) throw new Error(`The document's address answers with status ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > sizeLimit) throw new Error(`The document is larger than ${sizeLimit} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}
