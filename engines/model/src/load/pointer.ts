/** The pointer of a child, or of what lies further below. RFC 6901, sections 3 and 4. */
export function childPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let place = pointer;
  for (const token of tokens) place += `/${typeof token === "number" ? token : escapeToken(token)}`;
  return place;
}

function escapeToken(token: string): string {
  const plain = !token.includes("~") && !token.includes("/");
  return plain ? token : token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A name as it was before it became a token of a pointer. */
export function plainToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}

/** The tokens of a pointer; undefined where it is malformed. */
export function pointerTokens(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer.slice(1).split("/").map(plainToken);
}

/** The own property or item that a token leads to; undefined where there is none. */
export function step(value: unknown, token: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? (value as { [key: string]: unknown })[token] : undefined;
}

/** The value at the end of a path of tokens. */
export function valueAt(root: unknown, tokens: readonly string[]): unknown {
  let value = root;
  for (const token of tokens) value = step(value, token);
  return value;
}

/** The name in a reference such as `#/components/schemas/Name`; undefined for references to other places. */
export function componentName(ref: string): string | undefined {
  const pointer = decodeFragment(ref.slice(1));
  if (!ref.startsWith("#") || pointer?.startsWith("/components/schemas/") !== true) return undefined;
  const tokens = pointerTokens(pointer);
  return tokens?.length === 3 ? tokens[2] : undefined;
}

/** Percent-decodes the fragment of a reference. RFC 6901, section 6. Undefined where it is malformed. */
export function decodeFragment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Percent-decodes a text; as it is where it is malformed. */
export function decodeText(text: string): string {
  return decodeFragment(text) ?? text;
}
