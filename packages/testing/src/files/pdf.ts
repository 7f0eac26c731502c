import { bytesOf, filler } from "./bytes.ts";

/** A PDF of one page with a line of text. @see https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf */
export function pdf(pad: number, seed: number): Uint8Array {
  const text = `BT /F1 24 Tf 20 100 Td (File ${seed}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  body += `%${filler(pad)}\n`;
  // Each entry has twenty bytes.
  const entries = ["0000000000 65535 f ", ...offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n `)];
  const trailer = `trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${String(body.length).padStart(10, "0")}\n%%EOF\n`;
  return bytesOf(`${body}xref\n0 ${entries.length}\n${entries.join("\n")}\n${trailer}`);
}
