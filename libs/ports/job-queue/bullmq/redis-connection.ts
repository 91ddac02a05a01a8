import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisLocation } from '#libs/platform/redis/redis-location.js';
import { commandTimeoutMs } from './bullmq-settings.js';

const firstWaitMs = 50;
const longestWaitMs = 2_000;

/** Wait before the given reconnection (counted from 1), in milliseconds; half of it by chance. */
export const reconnectAfter = (times: number, random: () => number = Math.random): number => {
  const wait = Math.min(firstWaitMs * 2 ** (times - 1), longestWaitMs);
  return wait * (0.5 + random() / 2);
};

const tlsOf = ({ url, ca }: RedisLocation): RedisOptions =>
  parseRedisUrl(url).secure ? { tls: ca === undefined ? {} : { ca } } : {};

/** One attempt to connect, when it is asked to; for a look at a server. Each step takes `withinMs` at most. */
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
 * Connects by itself, again and again. A command waits for the connection and its answer for five seconds at most;
 * one that was rejected may have been done all the same. What was rejected is dropped at every eighth attempt.
 */
export const connectToRedis = (location: RedisLocation): Redis => {
  return new Redis(location.url, {
    ...tlsOf(location),
    connectTimeout: commandTimeoutMs,
    commandTimeout: commandTimeoutMs,
    socketTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 7,
    retryStrategy: (times) => reconnectAfter(times),
    // After a failover we may still be connected to what is a replica now.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
};
