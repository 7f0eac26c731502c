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

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ASCII = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`, "i");
/** ASCII that is neither letter, digit, hyphen nor dot. */
const FOREIGN = /[\0-,/:-@[-`{-\x7f]/;
const SEPARATOR = /[.\u3002\uff0e\uff61]/;

/** Characters that IDNA2008 refuses in a label, beyond the mapping and validity of UTS 46. */
const REFUSED: readonly RegExp[] = [
  // RFC 5891, section 4.2.3.
  /^-|-$|^..--|^\p{M}/u,
  // RFC 5892, sections 2.6 and 2.8: of other code points only letters, marks and digits.
  /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]|[^\p{L}\p{M}\p{Nd}\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\p{Join_Control}-]/u,
  // RFC 5892, appendix A.3 to A.9.
  /(?<!l)\u00b7|\u00b7(?!l)/,
  /\u0375(?!\p{sc=Greek})/u,
  /(?<!\p{sc=Hebrew})[\u05f3\u05f4]/u,
  /^[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]*\u30fb[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]*$/u,
  // Appendix A.2: a joiner follows one of the viramas.
  /(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0e3a\u0f84\u1039\u17d2])\u200d/,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/,
];

/** A host name of RFC 1123; labels that begin with `xn--` hold a valid internationalized label. */
export function isHostname(text: string): boolean {
  return ASCII.test(text) && (!/(?:^|\.)xn--/i.test(text) || isInternational(text));
}

/** An internationalized host name (RFC 5890), in either form. */
export function isIdnHostname(text: string): boolean {
  return ASCII.test(text) ? isHostname(text) : isInternational(text);
}

function isInternational(text: string): boolean {
  if (text.length > 253 || FOREIGN.test(text) || text.split(SEPARATOR).includes("")) return false;
  try {
    const ascii = encode(text);
    if (!ASCII.test(ascii)) return false;
    return ascii.split(".").every((label) => {
      const decoded = label.startsWith("xn--") ? decode(label.slice(4)) : label;
      return encode(decoded) === label && !REFUSED.some((refused) => refused.test(decoded));
    });
  } catch {
    return false;
  }
}

/**
 * The runtime's own URL parser maps and checks as UTS 46 says: code points, joiners, direction. The label that is added keeps
 * it from reading an address of IPv4.
 *
 * @throws TypeError for an invalid name
 */
function encode(name: string): string {
  return new URL(`http://${name}.a`).hostname.slice(0, -2);
}

/** Decodes Punycode (RFC 3492, section 6.2); of an invalid one comes what is not encoded to it again. */
function decode(text: string): string {
  const end = text.lastIndexOf("-");
  const points = Array.from(text.slice(0, Math.max(end, 0)), (one) => one.charCodeAt(0));
  let [point, place, bias, step, weight, threshold] = [128, 0, 72, 36, 1, 1];
  let before = 0;
  for (const digit of text.slice(end + 1)) {
    const value = Number.parseInt(digit, 36);
    // Letters stand for 0 to 25, digits for 26 to 35.
    const figure = value < 10 ? value + 26 : value - 10;
    place += figure * weight;
    threshold = Math.min(Math.max(step - bias, 1), 26);
    if (figure >= threshold) {
      weight *= 36 - threshold;
      step += 36;
      continue;
    }
    const count = points.length + 1;
    let delta = Math.floor((place - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(place / count);
    place %= count;
    points.splice(place, 0, point);
    place += 1;
    [before, step, weight] = [place, 36, 1];
  }
  return String.fromCodePoint(...points);
}
