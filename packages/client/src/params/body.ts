import { plainValue } from "./plain-value.ts";

/** How openapi-fetch sends one body: the part of its options that belongs to it. */
export interface BodyInitParts {
  readonly body?: unknown;
  readonly bodySerializer?: (body: never) => unknown;
  readonly duplex?: "half";
}

/** Options that send `body` as `type`; sets the header where the type is not openapi-fetch's own, JSON. */
export function serializeBody(type: string, body: unknown, headers: { [name: string]: string }): BodyInitParts {
  if (body === undefined) return {};
  if (/[/+]json\b/.test(type)) {
    if (type !== "application/json") headers["content-type"] = type;
    return { body };
  }
  const isForm = type.startsWith("multipart/");
  const raw =
    isForm || type.includes("urlencoded") ? toForm(isForm ? new FormData() : new URLSearchParams(), body) : body;
  // The boundary is only known when the form is sent, and a range of types says nothing.
  if (!(raw instanceof FormData)) {
    headers["content-type"] = type.includes("*") ? (body as Blob).type || "application/octet-stream" : type;
  }
  return { body: raw, bodySerializer: (value) => value, duplex: "half" };
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
