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
