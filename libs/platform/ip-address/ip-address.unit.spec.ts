import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from './ip-address.js';

const normalised = (text: string): string | undefined => {
  const address = parseAddress(text);
  return address === undefined ? undefined : formatAddress(address);
};

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('the address %s is written %s', (text, expected) => expect(normalised(text)).toBe(expected));

  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '010.0.0.1',
    '256.0.0.1',
    '1.2.3.4.5',
    ' 1.2.3.4',
    '1.2.3.4/32',
    ':::1',
    '[::1]',
    '12345::',
    '::ffff:999.0.0.1',
  ])('the text %j is no address', (text) => expect(normalised(text)).toBeUndefined());
});
