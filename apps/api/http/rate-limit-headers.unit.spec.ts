import { type FastifyReply, fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { WindowState } from '#libs/ports/limits/limits.port.js';
import { rateLimitRejection } from '../access/request-rate.js';
import { setRateLimitHeaders } from './rate-limit-headers.js';

const window: WindowState = {
  allowed: true,
  limit: 60,
  remaining: 12,
  resetAt: new Date('2026-11-21T08:00:00.001Z'),
  retryAfter: 0,
};

const headersOf = async (set: (reply: FastifyReply) => void) => {
  const instance = fastify();
  instance.get('/', (_request, reply) => {
    set(reply);
    return reply.send('ok');
  });
  return (await instance.inject('/')).headers;
};

describe('the headers', () => {
  it('the headers show limit, remainder and reset in whole Unix seconds, never too early', async () =>
    expect(await headersOf((reply) => setRateLimitHeaders(reply, window))).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '12',
      'x-ratelimit-reset': String(Date.parse('2026-11-21T08:00:01Z') / 1000),
    }));
});

describe('the rejection', () => {
  it('the rejection shows limit, remainder and reset', () =>
    expect(rateLimitRejection({ ...window, allowed: false, remaining: 0, retryAfter: 17 })).toMatchObject({
      code: 'rate_limit_exceeded',
      status: 429,
      details: { limit: 60, remaining: 0, reset_at: '2026-11-21T08:00:00.001Z' },
      retryAfter: 17,
    }));

  it.each([
    [0, 1],
    [0.2, 1],
    [1.2, 2],
  ])('the wait is in whole seconds, at least one: %d is %d', (retryAfter, expected) =>
    expect(rateLimitRejection({ ...window, allowed: false, retryAfter }).retryAfter).toBe(expected),
  );
});
