/** The origin of an address as fakes are known by it; the address itself where it is none. */
export function toOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
