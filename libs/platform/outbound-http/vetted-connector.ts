import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';

/** Resolves a host name to all its addresses. */
export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>;

/** A connection that would have left the public Internet; the message does not name its target. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
  constructor() {
    super('The address is not public');
  }
}

class HostNotFoundError extends Error {
  override readonly name = 'HostNotFoundError';
  readonly code = 'ENOTFOUND';
}

/**
 * Queries the name service once a connection, and the socket can only connect to a vetted address: a
 * record that changes in between (DNS rebinding) has no effect. One forbidden address among
 * several forbids all, since the socket tries them in turn.
 */
export const vettedLookup =
  (resolve: Resolver, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new HostNotFoundError(), '');
        else if (!addresses.every(({ address }) => isAllowed(address))) callback(new AddressNotAllowedError(), '');
        else if (all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

export interface ConnectorOptions {
  allowPrivate: boolean;
  resolve: Resolver;
  timeoutMs: number;
  /** Trusted certificates in PEM; Node's own list when undefined. */
  certificateAuthorities: string | undefined;
}

/**
 * Opens connections to public addresses only. undici is loaded here and by those that send requests, with the first of
 * them: its hundred files take 0.1 s of processor time in each process that starts.
 */
export const vettedConnector = async (options: ConnectorOptions): Promise<buildConnector.connector> => {
  const undici = await import('undici');
  const isAllowed = options.allowPrivate ? () => true : isPublicAddress;
  const connect = undici.buildConnector({
    lookup: vettedLookup(options.resolve, isAllowed),
    timeout: options.timeoutMs,
    ca: options.certificateAuthorities,
    allowH2: false,
    maxCachedSessions: 0,
  });
  return (target, callback) => {
    // A socket looks up names only; it takes an address in the URL as it is.
    if (isIP(target.hostname) !== 0 && !isAllowed(target.hostname)) {
      callback(new AddressNotAllowedError(), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new AddressNotAllowedError(), null);
    });
  };
};
