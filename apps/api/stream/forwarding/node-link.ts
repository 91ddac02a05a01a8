import type { ConnectionOptions, TlsOptions } from 'node:tls';

/**
 * Nodes know each other by a key that all have from the master key. TLS with it authenticates both, encrypts, and takes
 * nothing twice; the exchange of Diffie and Hellman in it keeps what was sent from whoever gets the key later. Node offers
 * keys of this kind up to TLS 1.2.
 */
const ciphers = 'ECDHE-PSK-CHACHA20-POLY1305';
const version = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
const identity = 'transledger-node';

/** Milliseconds within which two nodes must have shaken hands. */
export const handshakeMs = 2_000;

/** Milliseconds after which a link from which nothing comes counts as broken, and between signs of life. */
export const silentMs = 20_000;
export const beatMs = 5_000;

export const serverLink = (key: Buffer): TlsOptions => ({
  ciphers,
  ...version,
  handshakeTimeout: handshakeMs,
  pskCallback: (_socket, given) => (given === identity ? key : null),
});

export const clientLink = (key: Buffer): ConnectionOptions => ({
  ciphers,
  ...version,
  // There are no certificates: who has the key is a node.
  checkServerIdentity: () => undefined,
  pskCallback: () => ({ psk: key, identity }),
});
