import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an address as a socket or a header gives it; undefined when it is none. IPv4 is read only as four decimal
 * parts: the reading of `010.0.0.1` as 8.0.0.1 elsewhere must not decide here. An IPv4-mapped IPv6 address is
 * read as the IPv4 address, and a zone (`%eth0`) is dropped.
 */
export const parseAddress = (text: string): IpAddress | undefined => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

/** Writes each address in one spelling: `::FFFF:10.0.0.1` is `10.0.0.1`, `2001:DB8:0::1` is `2001:db8::1`. */
export const formatAddress = (address: IpAddress): string =>
  address instanceof ipaddr.IPv6 ? new ipaddr.IPv6(address.parts).toRFC5952String() : address.toString();
