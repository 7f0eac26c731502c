import type { SchemeRow } from "../runtime/table.ts";
import { encodeBasic } from "./encode-basic.ts";

/** Places a credential that is not a bearer's. Headers are set on the request itself: doing it again is no harm. */
export function placeByScheme(request: Request, scheme: SchemeRow, secret: string): Request {
  const { headers, url } = request;
  const { kind, name } = scheme as { kind: string; name: string };
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
  if (kind === "query") return new Request(url + (url.includes("?") ? "&" : "?") + pair, request);
  if (kind === "basic") headers.set("authorization", `Basic ${encodeBasic(secret)}`);
  else if (kind === "header") headers.set(name, secret);
  else {
    const others = (headers.get("cookie") ?? "")
      .split("; ")
      .filter((other) => other && other.split("=")[0] !== pair.split("=")[0]);
    headers.set("cookie", [...others, pair].join("; "));
  }
  return request;
}
