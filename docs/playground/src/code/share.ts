import { isServiceName, type ServiceName } from "../service/service.ts";
import { type Settings, toSettings } from "../world/settings.ts";

/** Contents of a link. */
export interface Shared {
  readonly code: string;
  readonly settings: Settings;
  readonly service: ServiceName;
}

/** The request in the fragment of the page's address. */
export type Wanted =
  | { readonly kind: "operation" | "scenario"; readonly id: string }
  | ({ readonly kind: "code" } & Shared);

/** A fragment from which {@link readHash} reads the same again. */
export function codeHash(shared: Shared): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify([shared.code, shared.settings, ...(shared.service === "svc" ? [] : [shared.service])]),
  );
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#code/${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Undefined where the fragment holds nothing that the page knows. */
export function readHash(hash: string): Wanted | undefined {
  const [, kind, rest = ""] = /^#(operation|scenario|code)\/(.+)$/.exec(hash) ?? [];
  if (kind === undefined) return undefined;
  if (kind !== "code") return { kind: kind as "operation" | "scenario", id: rest };
  try {
    const text = atob(rest.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const [code, settings, service] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    if (typeof code !== "string") return undefined;
    return { kind, code, settings: toSettings(settings), service: isServiceName(service) ? service : "svc" };
  } catch {
    return undefined;
  }
}
