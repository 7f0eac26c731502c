/**
 * Sends a file of the disk to an address and prints what that took. A process of its own, so that its memory is that of the
 * upload. Arguments: `call` (a request of the client) or `signed` (to a signed address); address; path of the file.
 */
import { fileFrom, uploadTo } from "../../src/uploads.ts";
import { uploadClient } from "./support.ts";

const [, , way, url = "", path = ""] = process.argv;
const peak = { heap: 0, arrayBuffers: 0, calls: 0, sent: 0, total: 0 };

function onProgress({ sent, total = 0 }: { readonly sent: number; readonly total?: number | undefined }): void {
  peak.calls += 1;
  Object.assign(peak, { sent, total });
  if (peak.calls % 50 !== 0) return;
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  Object.assign(peak, { heap: Math.max(peak.heap, heapUsed), arrayBuffers: Math.max(peak.arrayBuffers, arrayBuffers) });
}

const svc = uploadClient({ baseUrl: url });
const file = await fileFrom(path);
if (way === "call") await svc.files.create({ file, name: "large" }, { onProgress });
else await uploadTo(svc, { url: `${url}/signed` }, file, { onProgress });
process.stdout.write(JSON.stringify(peak));
