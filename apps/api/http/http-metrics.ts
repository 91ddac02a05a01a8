import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';

/** Seconds, from a cached response to a text that keeps an engine busy for long. Each bound is a series of every route. */
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

/** Routes are patterns, never paths: ids in labels would grow without bound. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

/**
 * Counts requests by method, route and status, and measures those that were not refused by the class of their status: a
 * refusal (4xx) is decided before there is work to be timed, and would have series for every route.
 */
export const measureRequests = (instance: FastifyInstance, registry: Registry): void => {
  const duration = new Histogram({
    name: 'transledger_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, of those not refused, by class of status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBuckets,
    registers: [registry],
  });
  const requests = new Counter({
    name: 'transledger_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'] as const,
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
    const { statusCode, elapsedTime } = reply;
    if (statusCode === 429) refused.inc();
    const labels = { method: request.method, route: routeOf(request) };
    requests.inc({ ...labels, status: statusCode });
    const hundreds = Math.floor(statusCode / 100);
    if (hundreds !== 4) duration.observe({ ...labels, status: `${hundreds}xx` }, elapsedTime / 1000);
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
