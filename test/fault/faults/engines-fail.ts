import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { eventually } from '#test/e2e/eventually.js';
import type { Fault } from './fault.js';

const tritonGoneMs = 20_000;
const s3PausedMs = 4_000;
const s3RefusesMs = 8_000;
const diskFullMs = 14_000;

/** A fault that wipes Redis while a webhook waits for its next try: the queue is in Redis alone. */
const redisWiped: Fault = {
  name: 'redis-wiped',
  strike: async ({ cluster, receiver }) => {
    const before = receiver.received.length;
    receiver.statusCode = 500;
    try {
      await eventually(
        async () => receiver.received.length,
        (length) => length > before,
      );
      receiver.statusCode = 204; // Set before the second try, since minutes pass until the third.
      const redis = new Redis(cluster.settings.REDIS_URL ?? '');
      const keys = await redis.dbsize();
      await redis.flushall();
      redis.disconnect();
      return `${keys} keys`;
    } finally {
      receiver.statusCode = 204;
    }
  },
};

const tritonGone: Fault = {
  name: 'triton-gone',
  strike: async ({ cluster }) => {
    const tritons = [cluster.engine('triton'), cluster.engine('triton-2')];
    await Promise.all(tritons.map((triton) => triton.kill()));
    await sleep(tritonGoneMs);
    await Promise.all(tritons.map((triton) => triton.restart()));
    return undefined;
  },
};

/** The S3 server first does not answer, then responds with 503. */
const s3Refuses: Fault = {
  name: 's3-refuses',
  strike: async ({ cluster }) => {
    const s3 = cluster.engine('s3');
    s3.pause();
    await sleep(s3PausedMs);
    cluster.proxy.refuse();
    s3.resume();
    await sleep(s3RefusesMs);
    cluster.proxy.serve();
    return undefined;
  },
};

const diskFull: Fault = {
  name: 'disk-full',
  impossible: ({ disk }) => (disk === undefined ? 'no file system can be mounted here' : undefined),
  strike: async ({ cluster: { disk } }) => {
    await disk?.fill();
    try {
      await sleep(diskFullMs);
    } finally {
      await disk?.clear();
    }
    return undefined;
  },
};

export const engineFailures: readonly Fault[] = [redisWiped, tritonGone, s3Refuses, diskFull];
