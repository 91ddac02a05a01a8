import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';

/** Seconds, from a cached response to a text that keeps an engine busy for long. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts requests by route pattern (never by path: ids in labels would grow without bound), method and status. */
export const measureRequests = (instance: FastifyInstance, registry: Registry): void => {
  const duration = new Histogram({
    name: 'transledger_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBuckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'transledger_http_requests_in_flight',
    help: 'Requests that have not been answered yet.',
    registers: [registry],
  });
  const refused = new Counter({
    name: 'transledger_http_rate_limited_total',
    help: 'Requests refused by the rate limit.',
    registers: [registry],
  });
  instance.addHook('onRequest', (_request, _reply, done) => {
    inFlight.inc();
    done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    inFlight.dec();
    if (reply.statusCode === 429) refused.inc();
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
};

/** Counts error responses by code of the catalogue; the returned function adds one. */
export const measureErrors = (registry: Registry): ((code: ErrorCode) => void) => {
  const errors = new Counter({
    name: 'transledger_http_errors_total',
    help: 'Errors that were answered, by code.',
    labelNames: ['code'] as const,
    registers: [registry],
  });
  return (code) => errors.inc({ code });
};
