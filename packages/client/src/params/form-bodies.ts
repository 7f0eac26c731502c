import { plainValue } from "./plain-value.ts";

/** What a request is made with of a body that is not JSON. */
export interface BodyParts {
  readonly body: unknown;
  /** For streams. */
  readonly duplex: "half";
}

/** Bodies that are forms or are sent as they are (text, bytes, blobs, streams); sets or unsets their content type. */
export function encodeBody(type: string, body: unknown, headers: { [name: string]: unknown }): BodyParts {
  const isMultipart = type.startsWith("multipart/");
  const isForm = isMultipart || type.endsWith("urlencoded");
  const sent = isForm ? toForm(isMultipart ? new FormData() : new URLSearchParams(), body) : body;
  // The boundary of a form is known when it is sent; of a range of types the blob knows its own.
  const own = type.includes("*") ? (body as Blob).type || "application/octet-stream" : type;
  if (sent instanceof FormData) delete headers["content-type"];
  else headers["content-type"] = own;
  return { body: sent, duplex: "half" };
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
