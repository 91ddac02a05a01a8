import { describe, expect, it } from 'vitest';
import { isAllowedAddress, isInRanges, isRangeWithin, parseRange } from './ip-range.js';

describe('an IP range', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.3', false],
    ['10.1.2.3', '10.1.2.3/32', true],
    ['8.8.8.8', '0.0.0.0/0', true],
    ['10.200.0.1', '10.1.2.3/8', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['2001:DB8:0::1', '2001:db8::1', true],
    ['2001:db8::1', '::/0', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['11.1.2.3', '::ffff:10.0.0.0/104', false],
    ['10.1.2.3', '::/0', false],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['not an address', '0.0.0.0/0', false],
    ['10.1.2.3', 'not a range', false],
  ])('the check that %s lies in the range %s gives %s', (address, range, expected) =>
    expect(isInRanges(address, [range])).toBe(expected),
  );

  it('an address lies in a list of ranges when any of them holds it', () =>
    expect(isInRanges('2001:db8::1', ['10.0.0.0/8', 'broken', '2001:db8::/64'])).toBe(true));
});

it.each([
  '',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/8.0',
  '10.0.0.0/1e1',
  '10.0.0/8',
  '::/129',
  '::ffff:10.0.0.0/95',
  'fe80::%eth0/64',
  'example.com',
])('the text %j is no range', (text) => expect(parseRange(text)).toBeUndefined());

describe('a range within ranges', () => {
  it.each([
    ['10.1.0.0/16', ['10.0.0.0/8'], true],
    ['10.0.0.0/8', ['10.1.0.0/16'], false],
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.3/32', ['10.1.2.3'], true],
    ['10.1.2.3', ['10.1.2.4'], false],
    ['0.0.0.0/0', ['0.0.0.0/1', '128.0.0.0/1'], true],
    ['10.0.0.0/23', ['10.0.0.0/24', '10.0.1.0/24'], true],
    ['10.0.0.0/22', ['10.0.0.0/24', '10.0.2.0/23'], false],
    ['10.0.0.0/23', ['10.0.1.7/24', '10.0.0.0/25', '10.0.0.64/26', '10.0.0.128/25'], true],
    ['::ffff:10.1.0.0/112', ['10.0.0.0/8'], true],
    ['10.1.0.0/16', ['::ffff:10.0.0.0/104'], true],
    ['::ffff:10.0.0.0/103', ['10.0.0.0/8'], false],
    ['2001:db8:1::/48', ['2001:db8::/32'], true],
    ['2001:db8::/31', ['2001:db8::/32'], false],
    ['2001:DB8::1', ['2001:db8:0::/64'], true],
    ['10.0.0.0/8', ['::/0'], false],
    ['::/0', ['0.0.0.0/0'], false],
    ['10.0.0.0/8', [], false],
    ['10.0.0.0/8', ['broken'], false],
    ['broken', ['0.0.0.0/0', '::/0'], false],
  ])('the check that %s lies within %j gives %s', (range, ranges, expected) =>
    expect(isRangeWithin(range, ranges)).toBe(expected),
  );
});

describe('an allowlist', () => {
  it('an empty allowlist lets every address in', () => expect(isAllowedAddress('203.0.113.9', [])).toBe(true));
  it('an allowlist lets in an address that it names', () =>
    expect(isAllowedAddress('203.0.113.9', ['203.0.113.0/24'])).toBe(true));
  it('an allowlist keeps out an address that it does not name', () =>
    expect(isAllowedAddress('198.51.100.1', ['203.0.113.0/24'])).toBe(false));
  it('an allowlist that cannot be read keeps every address out', () =>
    expect(isAllowedAddress('203.0.113.9', ['broken'])).toBe(false));
  it('an allowlist keeps out an address that cannot be read', () =>
    expect(isAllowedAddress('', ['0.0.0.0/0', '::/0'])).toBe(false));
});
