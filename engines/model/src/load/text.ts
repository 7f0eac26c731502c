/** Whether a text has no C0 or C1 control character, which would end a header or be dropped from an address. */
export function isControlFree(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

/** `token` of RFC 9110, section 5.6.2: what a header or cookie name is made of. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}
