import type { HttpResponse } from "@svc/fastapi-validation";
import { htmlResponse } from "./html-response.ts";

/**
 * The HTML of a message, as the page shows it in a frame, or somebody opens it. The policy lets it run no script, load nothing
 * and send nothing, also where it is opened by itself; only pages of the fake may frame it.
 *
 * @see https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export function messageFrame(html = ""): HttpResponse {
  const policy = [
    "sandbox",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return htmlResponse(inert(html), policy, [["x-dns-prefetch-control", "off"]]);
}

/**
 * HTML whose links open a page of their own, which the sandbox forbids, instead of an error in the frame, and without link
 * elements, also in documents inside of it (`srcdoc`): policies do not keep browsers from looking up and connecting to the
 * hosts that these name.
 */
function inert(html: string): string {
  return html
    .replaceAll(/<(?=(?:link|iframe)[\s/>])/gi, "<x-")
    .replace(/^\s*(?:<!doctype[^>]*>)?/i, (start) => `${start}<base target="_blank">`);
}
