import { formatAddress, parseAddress } from './ip-address.js';
import { isInRanges } from './ip-range.js';

/** Removes the port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  /^\[(?<inner>.+)\](?::\d+)?$/.exec(hop)?.groups?.inner ?? /^(?<ipv4>[\d.]+):\d+$/.exec(hop)?.groups?.ipv4 ?? hop;

const normalised = (text: string): string | undefined => {
  const address = parseAddress(text);
  return address === undefined ? undefined : formatAddress(address);
};

/**
 * The caller's address: the socket's, unless that is a trusted proxy; then the first address of
 * `X-Forwarded-For`, read from the right, that is not one. Reading stops at an entry that is no address, since
 * its writer could have written anything to its left.
 */
export const clientAddress = (
  socketAddress: string,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxies: readonly string[],
): string => {
  let address = normalised(socketAddress) ?? socketAddress;
  const hops = [forwardedFor ?? []].flat().join(',').split(',');
  while (hops.length > 0 && isInRanges(address, trustedProxies)) {
    const next = normalised(withoutPort((hops.pop() ?? '').trim()));
    if (next === undefined) break;
    address = next;
  }
  return address;
};
