import type { FastifyReply } from 'fastify';
import type { WindowState } from '#libs/ports/limits/limits.port.js';

const unixSeconds = (date: Date): number => Math.ceil(date.getTime() / 1000);

export const setRateLimitHeaders = (reply: FastifyReply, window: WindowState): void => {
  reply.header('X-RateLimit-Limit', window.limit);
  reply.header('X-RateLimit-Remaining', window.remaining);
  reply.header('X-RateLimit-Reset', unixSeconds(window.resetAt));
};
