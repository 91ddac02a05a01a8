import { describe, expect, it } from 'vitest';
import { isAllowedAddress, isInRanges, parseRange } from './ip-range.js';

describe('an address lies in a range', () => {
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
  ])('%s in %s: %s', (address, range, expected) => expect(isInRanges(address, [range])).toBe(expected));

  it('when any of several holds it', () =>
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
])('%j is no range', (text) => expect(parseRange(text)).toBeUndefined());

describe('an allowlist', () => {
  it('that is empty lets everybody in', () => expect(isAllowedAddress('203.0.113.9', [])).toBe(true));
  it('lets in whom it names', () => expect(isAllowedAddress('203.0.113.9', ['203.0.113.0/24'])).toBe(true));
  it('keeps out everybody else', () => expect(isAllowedAddress('198.51.100.1', ['203.0.113.0/24'])).toBe(false));
  it('that cannot be read keeps everybody out', () => expect(isAllowedAddress('203.0.113.9', ['broken'])).toBe(false));
  it('keeps out an address that cannot be read', () => expect(isAllowedAddress('', ['0.0.0.0/0', '::/0'])).toBe(false));
});
