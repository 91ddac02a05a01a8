import ipaddr from 'ipaddr.js';
import { type IpAddress, parseAddress } from './ip-address.js';

const globalUnicast = ipaddr.IPv6.parse('2000::');
const nat64 = ipaddr.IPv6.parse('64:ff9b::');

/** Addresses that look public and are not: the metadata and DNS service of every Azure host. */
const metadataAddresses = new Set(['168.63.129.16']);

const isPublicIpv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !metadataAddresses.has(address.toString());

const isPublic = (address: IpAddress): boolean => {
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  // A network with IPv6 alone reaches every IPv4 host through NAT64: the embedded address decides.
  if (address.match(nat64, 96)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  // 6to4 and Teredo also embed an IPv4 address, but hold no public hosts any more: they are refused whole,
  // as `range()` has names of their own for them. Outside 2000::/3 nothing public is assigned.
  return address.match(globalUnicast, 3) && address.range() === 'unicast';
};

/**
 * Whether a service on the public Internet can have this address. False for private, shared, loopback,
 * link-local, multicast, broadcast, unspecified, documentation, benchmark, reserved and metadata
 * addresses, in whichever notation of IPv6 they are wrapped, and for a text that is no address.
 */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
};
