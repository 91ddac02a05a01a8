import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';
import { AddressNotAllowedError, type Resolver, vettedConnector, vettedLookup } from './vetted-connector.js';

const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Gives one list of addresses after another, as a name service whose record changes. */
const resolver = (...answers: LookupAddress[][]): Resolver => {
  const remaining = [...answers];
  return async () => remaining.shift() ?? [];
};

const lookUp = (resolve: Resolver, options: LookupOptions = { all: true }) => {
  const lookup = vettedLookup(resolve, isPublicAddress);
  return new Promise((settle) => {
    lookup('hooks.example.com', options, (error, address, family) => settle(error ?? { address, family }));
  });
};

describe('a look-up', () => {
  const publicAddresses = found('8.8.8.8', '2606:4700:4700::1111');

  it('a look-up gives the socket the vetted addresses', async () =>
    expect(await lookUp(resolver(publicAddresses))).toEqual({ address: publicAddresses, family: undefined }));

  it('a look-up for one address gives one', async () =>
    expect(await lookUp(resolver(publicAddresses), {})).toEqual({ address: '8.8.8.8', family: 4 }));

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1'])(
    'a look-up refuses a name that leads to %s',
    async (address) => expect(await lookUp(resolver(found(address)))).toBeInstanceOf(AddressNotAllowedError),
  );

  it('a look-up refuses all addresses of a name when one of them is not public', async () =>
    expect(await lookUp(resolver(found('8.8.8.8', '127.0.0.1')))).toBeInstanceOf(AddressNotAllowedError));

  it('a look-up vets the addresses anew for each connection', async () => {
    const rebinding = resolver(found('8.8.8.8'), found('127.0.0.1'));
    expect(await lookUp(rebinding)).toMatchObject({ address: found('8.8.8.8') });
    expect(await lookUp(rebinding)).toBeInstanceOf(AddressNotAllowedError);
  });

  it('a look-up of a name without addresses finds nothing', async () =>
    expect(await lookUp(resolver([]))).toMatchObject({ code: 'ENOTFOUND' }));

  it('a look-up passes on the failure of the name service', async () => {
    const failing = async () => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' }));
    expect(await lookUp(failing)).toMatchObject({ code: 'EAI_AGAIN' });
  });
});

it.each(['127.0.0.1', '::1', '::ffff:7f00:1', '169.254.169.254'])(
  'a connection to the literal %s is never begun',
  async (hostname) => {
    const connect = await vettedConnector({
      allowPrivate: false,
      resolve: resolver(),
      timeoutMs: 1_000,
      certificateAuthorities: undefined,
    });
    const error = await new Promise((settle) =>
      connect({ hostname, protocol: 'http:', port: '1' }, (...[failure]) => settle(failure)),
    );
    expect(error).toBeInstanceOf(AddressNotAllowedError);
  },
);
