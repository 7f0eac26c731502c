/** Characters of RFC 3987 that identifiers of RFC 3986 do not have: anywhere, and in queries only. */
const UCS =
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}" +
  Array.from(
    { length: 14 },
    (_, plane) => `\\u{${(plane + 1).toString(16)}0000}-\\u{${(plane + 1).toString(16)}fffd}`,
  ).join("");
const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";
const ESCAPED = "%[\\da-fA-F]{2}";

/** A check of whole identifiers, and of references. */
interface IdentifierChecks {
  readonly isWhole: (text: string) => boolean;
  readonly isReference: (text: string) => boolean;
}

export const uri: IdentifierChecks = identifierChecks("", "");
export const iri: IdentifierChecks = identifierChecks(UCS, PRIVATE);

/** Grammar of RFC 3986, appendix A, and of RFC 3987, section 2.2. */
function identifierChecks(ucs: string, inQuery: string): IdentifierChecks {
  const characters = (others: string): string => `(?:[\\w.~!$&'()*+,;=${others}${ucs}\\-]|${ESCAPED})`;
  const [name, user, part] = [characters(""), characters(":"), characters(":@")];
  const first = `${characters("@")}+`;
  const authority = `//(?:${user}*@)?(?:\\[(?:(?<ip>[\\da-fA-F:.]+)|[vV][\\da-fA-F]+\\.${user}+)\\]|${name}*)(?::\\d*)?(?:/${part}*)*`;
  const rooted = `/(?:${part}+(?:/${part}*)*)?`;
  const tail = `(?:\\?${characters(`:@/?${inQuery}`)}*)?(?:#${characters(":@/?")}*)?$`;
  const scheme = "[a-zA-Z][a-zA-Z\\d+.\\-]*:";
  const whole = new RegExp(`^${scheme}(?:${authority}|${rooted}|(?:${part}+(?:/${part}*)*)?)${tail}`, "u");
  const relative = new RegExp(`^(?:${authority}|${rooted}|(?:${first}(?:/${part}*)*)?)${tail}`, "u");
  const fits = (pattern: RegExp, text: string): boolean => {
    const found = pattern.exec(text);
    const ip = found?.groups?.["ip"];
    return found !== null && (ip === undefined || isIpv6(ip));
  };
  const isWhole = (text: string): boolean => fits(whole, text);
  return { isWhole, isReference: (text) => isWhole(text) || fits(relative, text) };
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4_SOURCE = `${OCTET}(?:\\.${OCTET}){3}`;
const IPV4 = new RegExp(`^${IPV4_SOURCE}$`);
const AT_END = new RegExp(`(?<=:)${IPV4_SOURCE}$`);
const GROUPS = "[\\da-f]{1,4}(?::[\\da-f]{1,4})*";
const IPV6 = new RegExp(`^(?:${GROUPS}|(?:${GROUPS})?::(?:${GROUPS})?)$`, "i");

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** An address of RFC 4291, section 2.2. */
export function isIpv6(text: string): boolean {
  const plain = text.replace(AT_END, "0:0");
  if (!IPV6.test(plain)) return false;
  const count = plain.split(":").filter((group) => group !== "").length;
  return plain.includes("::") ? count < 8 : count === 8;
}
