import { parseCookies } from "@svc/fastapi-validation";
import { decodeText } from "@svc/model/data";
import type { Secrets } from "./secret-names.ts";

/** Headers and address of a request, and its fields if it is a form. */
export interface SentParts {
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** Path and query, or the whole address. */
  readonly target: string;
  readonly form?: string | undefined;
}

/** Credentials of a request, with and without their scheme: the values of its secret headers, parameters, fields and cookies. */
function credentialsOf({ headers, target, form = "" }: SentParts, isSecret: Secrets["isSecret"]): string[] {
  const query = target.split(/\?(.*)/s, 2)[1] ?? "";
  const pairs = [...headers, ...new URLSearchParams(query), ...new URLSearchParams(form)];
  const sent = pairs.flatMap(([name, value]) => {
    if (/^cookie$/i.test(name)) return [value, ...parseCookies(value).values()];
    if (!isSecret(name)) return [];
    return /authorization$/i.test(name) ? [value, ...withoutScheme(value)] : [value, ...value.split(/[\s;,]+/)];
  });
  return [...new Set(sent)];
}

/** Credentials of fewer characters occur in texts by chance. */
const SHORTEST = 4;

/** Remembers the credentials of requests, for texts that repeat them. */
export function createSentCredentials(isSecret: Secrets["isSecret"]) {
  const known = new Set<string>();
  let literals: readonly string[] = [];
  return {
    add(request: SentParts): void {
      const fresh = credentialsOf(request, isSecret).filter((one) => one.length >= SHORTEST && !known.has(one));
      if (fresh.length === 0) return;
      for (const credential of fresh) known.add(credential);
      const all = new Set([...literals, ...fresh.flatMap(spellings)]);
      literals = [...all].sort((a, b) => b.length - a.length);
    },
    /** In every spelling in which a text may repeat them, longest first. */
    literals: (): readonly string[] => literals,
  };
}

/** As it was sent and decoded; and each of these in an address, a form, JSON, JSON within JSON, HTML, and as base64. */
function spellings(secret: string): string[] {
  return [secret, decodeText(secret)].flatMap((text) => {
    // Percent-encoding does not know half a surrogate pair.
    const percent = encodeURIComponent(text.toWellFormed());
    const form = new URLSearchParams([["", text]]).toString().slice(1);
    const lower = [percent, form].map((one) => one.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()));
    const json = inJson(text);
    return [text, percent, form, ...lower, json, inJson(json), inHtml(text), base64(text)];
  });
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => HTML[char] ?? char);
}
const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Base64 of the UTF-8 bytes, without padding. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, "");
}

/** The parts of `Bearer ...` and `Basic ...`; of the latter also the password. */
function withoutScheme(authorization: string): string[] {
  const words = authorization.split(/[\s;,]+/).slice(1);
  const [, encoded] = /^basic +([\w+/]+=*)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return words;
  try {
    const pair = new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
    return [...words, pair, pair.replace(/^[^:]*:/, "")];
  } catch {
    return words;
  }
}
