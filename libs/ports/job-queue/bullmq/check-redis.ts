import { connect } from 'node:net';
import type { Redis } from 'ioredis';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { type ParsedRedisLocation, parseRedisUrl, type RedisLocation } from '#libs/platform/redis/redis-location.js';
import { EvictionPolicyError, requireNoEviction } from './eviction-policy.js';
import { redisForOneLook } from './redis-connection.js';
import { OldRedisError, requireVersion } from './redis-version.js';

const checkWithinMs = 2_000;

const codeOf = (error: unknown): string => errorCodeOf(error) ?? 'no answer';

const reach = ({ host, port, name }: ParsedRedisLocation): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (error?: unknown) => {
      socket.destroy();
      reject(new Error(`${name} cannot be reached (${codeOf(error)})`));
    };
    socket.setTimeout(checkWithinMs / 2, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });

/** Describes the error of a server that accepts connections. */
export const refusalOf = (
  error: Error | undefined,
  { secure, name }: ParsedRedisLocation,
  connected: boolean,
): string => {
  const message = error?.message ?? '';
  if (/^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid|AUTH|wrong number of arguments for 'auth'))/i.test(message)) {
    return `${name} refuses the credentials (${message.split(' ', 1)[0]})`;
  }
  if (/^(LOADING|MASTERDOWN|BUSY)/.test(message)) return `${name} is not ready (${message.split(' ', 1)[0]})`;
  if (secure && !connected) return `TLS with ${name} fails (${codeOf(error)})`;
  if (/timed out|ETIMEDOUT/.test(message)) return `${name} does not answer`;
  if (message === '' || /closed|ECONNRESET|Protocol error/i.test(message)) {
    return `${name} closes the connection${secure ? '' : ': does it want TLS, rediss://?'}`;
  }
  return `${name} does not answer as expected (${message.split('\n', 1)[0]})`;
};

/** A fault that does not pass by waiting. */
const isLasting = (error: unknown): boolean => error instanceof EvictionPolicyError || error instanceof OldRedisError;

const withClient = async (location: RedisLocation, look: (client: Redis) => Promise<void>): Promise<void> => {
  const parsed = parseRedisUrl(location.url);
  await reach(parsed);
  const client = redisForOneLook(location, checkWithinMs / 2);
  let [fault, connected]: [Error | undefined, boolean] = [undefined, false];
  client.on('error', (error) => {
    fault = error;
  });
  client.once('connect', () => {
    connected = true;
  });
  try {
    await client.connect();
    await client.ping();
    await look(client);
  } catch (error) {
    if (isLasting(error)) throw error;
    throw new Error(refusalOf(fault ?? (error instanceof Error ? error : undefined), parsed, connected));
  } finally {
    client.disconnect();
  }
};

/**
 * Rejects within about two seconds, with one line that names the fault of the server: not reachable, the credentials,
 * TLS, its version, or a `maxmemory-policy` by which it may drop jobs.
 */
export const checkRedis = (location: RedisLocation): Promise<void> =>
  withClient(location, async (client) => {
    const { name } = parseRedisUrl(location.url);
    await requireVersion(client, name);
    await requireNoEviction(client, name);
  });

/**
 * Rejects at the start with an `EvictionPolicyError` or an `OldRedisError`; resolves where the server is unavailable,
 * since it may come later.
 */
export const assertFit = async (location: RedisLocation): Promise<void> => {
  await checkRedis(location).catch((error: unknown) => {
    if (isLasting(error)) throw error;
  });
};
