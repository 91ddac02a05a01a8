import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.js';

const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48'];

describe("the caller's address", () => {
  it.each([
    ['is the socket address without proxies', '203.0.113.9', undefined, [], '203.0.113.9'],
    [
      'is written as IPv4 on a socket that listens on both families',
      '::ffff:203.0.113.9',
      undefined,
      [],
      '203.0.113.9',
    ],
    ['ignores the header of an untrusted sender', '203.0.113.9', '198.51.100.1', proxies, '203.0.113.9'],
    ['ignores the header when no proxy is trusted', '10.0.0.1', '198.51.100.1', [], '10.0.0.1'],
    ['is what a trusted proxy saw', '10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
    [
      'is the first untrusted one from the right',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      proxies,
      '198.51.100.1',
    ],
    ['cannot be forged on the left', '10.0.0.1', '127.0.0.1,198.51.100.1', proxies, '198.51.100.1'],
    ['reads several header lines as one', '10.0.0.1', ['1.1.1.1', '198.51.100.1, 10.0.0.2'], proxies, '198.51.100.1'],
    ['may be a trusted address itself', '10.0.0.1', '10.0.0.3, 10.0.0.2', proxies, '10.0.0.3'],
    ['is the proxy that sent no header', '10.0.0.1', undefined, proxies, '10.0.0.1'],
    ['is the proxy that wrote no address', '10.0.0.1', '198.51.100.1, unknown', proxies, '10.0.0.1'],
    ['does not pass over an empty entry', '10.0.0.1', '198.51.100.1,', proxies, '10.0.0.1'],
    ['may carry a port', '10.0.0.1', '198.51.100.1:4711', proxies, '198.51.100.1'],
    ['may carry a port after IPv6', '10.0.0.1', '[2001:db8::7]:4711', proxies, '2001:db8::7'],
    ['may stand in brackets', '10.0.0.1', '[2001:db8::7]', proxies, '2001:db8::7'],
    ['passes IPv6 proxies', '2001:db8:ffff::1', '2001:DB8::7, 2001:db8:ffff::2', proxies, '2001:db8::7'],
    ['passes a mapped proxy', '::ffff:10.0.0.1', '::ffff:198.51.100.1', proxies, '198.51.100.1'],
  ])('the client address %s', (_rule, socket, header, trusted, expected) =>
    expect(clientAddress(socket, header, trusted)).toBe(expected),
  );
});
