import type { BodyParts, RequestBody } from "../extras.ts";
import { plainValue } from "./place-params.ts";

/** Encodes a body by its media type: JSON, a form, or as it is (text, bytes, blobs, streams). Sets the content type. */
export function encodeBody(type: string, body: unknown, headers: { [name: string]: unknown }): BodyParts {
  const isMultipart = type.startsWith("multipart/");
  const isForm = isMultipart || type.endsWith("urlencoded");
  const form = isForm ? toForm(isMultipart ? new FormData() : new URLSearchParams(), body) : body;
  const isRange = type.includes("*");
  const isJson = /(^|[/+])json\b/i.test(type) || (isRange && isData(body));
  const sent = isJson ? JSON.stringify(body) : form;
  // Of a range of types the blob knows its own.
  headers["content-type"] = !isRange
    ? type
    : isJson
      ? "application/json"
      : (body as Blob).type || "application/octet-stream";
  // The boundary of a form is known when it is sent.
  if (sent instanceof FormData) delete headers["content-type"];
  return { body: sent as RequestBody, duplex: "half" };
}

/** Tests for a value that only JSON can carry: object, list, number or boolean. */
function isData(body: unknown): boolean {
  return Object(body) === body ? /^(Object|Array)$/.test(Object(body).constructor?.name) : typeof body !== "string";
}

function toForm(form: FormData | URLSearchParams, body: unknown): unknown {
  if (Object.getPrototypeOf(body) !== Object.prototype) return body;
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) (form as FormData).append(name, item);
      else if (item != null) {
        const plain = plainValue(name, item);
        form.append(name, typeof plain === "object" ? JSON.stringify(plain) : String(plain));
      }
    }
  }
  return form;
}
