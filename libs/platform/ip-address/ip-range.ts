import ipaddr from 'ipaddr.js';
import { type IpAddress, parseAddress } from './ip-address.js';

export interface IpRange {
  address: IpAddress;
  /** Number of leading bits that are compared. */
  prefixLength: number;
}

const mappedPrefixLength = 96;

/** Reads an address or a CIDR range of either family; undefined when it is neither. Host bits may be set. */
export const parseRange = (text: string): IpRange | undefined => {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const address = addressText.includes('%') ? undefined : parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const isIpv4 = address instanceof ipaddr.IPv4;
  const bits = isIpv4 ? 32 : 128;
  if (prefixText === undefined) return { address, prefixLength: bits };
  if (!/^\d{1,3}$/.test(prefixText)) return undefined;
  // The prefix of an IPv4-mapped range counts from the start of the IPv6 form.
  const prefixLength = Number(prefixText) - (isIpv4 && addressText.includes(':') ? mappedPrefixLength : 0);
  return prefixLength >= 0 && prefixLength <= bits ? { address, prefixLength } : undefined;
};

const contains = (range: IpRange, address: IpAddress): boolean =>
  range.address.kind() === address.kind() && address.match(range.address, range.prefixLength);

/** Whether a range holds the address. False for an unreadable address; an unreadable range holds nothing. */
export const isInRanges = (address: string, ranges: readonly string[]): boolean => {
  const parsed = parseAddress(address);
  return (
    parsed !== undefined &&
    ranges.some((text) => {
      const range = parseRange(text);
      return range !== undefined && contains(range, parsed);
    })
  );
};

interface Span {
  first: bigint;
  last: bigint;
}

const spanOf = ({ address, prefixLength }: IpRange): Span => {
  const bytes = address.toByteArray();
  const start = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  const hosts = (1n << BigInt(8 * bytes.length - prefixLength)) - 1n;
  return { first: start & ~hosts, last: start | hosts };
};

/** Spans of the ranges of one family, those that touch or overlap as one. */
const joinedSpans = (ranges: readonly IpRange[]): Span[] => {
  const joined: Span[] = [];
  for (const span of ranges.map(spanOf).sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = joined.at(-1);
    if (before === undefined || span.first > before.last + 1n) joined.push(span);
    else if (span.last > before.last) before.last = span.last;
  }
  return joined;
};

/**
 * Whether the ranges together hold every address of this one. False for an unreadable range; an unreadable one among
 * the ranges holds nothing. IPv4-mapped ranges are IPv4 ranges; neither family holds an address of the other.
 */
export const isRangeWithin = (range: string, ranges: readonly string[]): boolean => {
  const parsed = parseRange(range);
  if (parsed === undefined) return false;
  const kind = parsed.address.kind();
  const readable = ranges.map(parseRange).filter((other) => other !== undefined);
  const { first, last } = spanOf(parsed);
  return joinedSpans(readable.filter(({ address }) => address.kind() === kind)).some(
    (span) => span.first <= first && last <= span.last,
  );
};

/** Whether an allowlist lets the address in. An empty list lets every address in. */
export const isAllowedAddress = (address: string, allowlist: readonly string[]): boolean =>
  allowlist.length === 0 || isInRanges(address, allowlist);
