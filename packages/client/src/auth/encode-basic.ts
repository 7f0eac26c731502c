/** Base64 of the UTF-8 bytes. @see https://www.rfc-editor.org/rfc/rfc7617#section-2.1 */
export function encodeBasic(pair: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(pair)));
}
