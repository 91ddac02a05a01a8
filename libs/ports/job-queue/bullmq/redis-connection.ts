import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisLocation } from '#libs/platform/redis/redis-location.js';
import { commandTimeoutMs } from './bullmq-settings.js';

const firstWaitMs = 50;
const maxWaitMs = 2_000;

/** Milliseconds before the given reconnection (counted from 1); half of them by chance. */
export const reconnectAfter = (times: number, random: () => number = Math.random): number => {
  const wait = Math.min(firstWaitMs * 2 ** (times - 1), maxWaitMs);
  return wait * (0.5 + random() / 2);
};

const tlsOf = ({ url, ca }: RedisLocation): RedisOptions =>
  parseRedisUrl(url).secure ? { tls: ca === undefined ? {} : { ca } } : {};

/**
 * Makes a connection for one check of a server: one attempt to connect, on demand. Each step takes at most
 * `withinMs`.
 */
export const redisForOneLook = (location: RedisLocation, withinMs: number): Redis =>
  new Redis(location.url, {
    ...tlsOf(location),
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    enableReadyCheck: false,
  });

/**
 * Makes a connection that connects by itself, again and again. A command waits for the connection and its response
 * for five seconds at most; a rejected command may have been carried out all the same. Rejected commands are dropped
 * at every eighth attempt.
 */
export const connectToRedis = (location: RedisLocation): Redis => {
  return new Redis(location.url, {
    ...tlsOf(location),
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    socketTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 7,
    retryStrategy: (times) => reconnectAfter(times),
    // After a failover the connection may still lead to a server that is a replica now.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
};
