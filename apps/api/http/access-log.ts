import type { FastifyInstance } from 'fastify';
import type { Logger } from '#libs/platform/telemetry/logger.js';

/**
 * Writes, where the level is `debug` or below, one line a request that was answered. It has the pattern of the route: a path
 * and a query may hold what a caller wrote.
 */
export const logRequests = (instance: FastifyInstance, logger: Logger): void => {
  if (!logger.isLevelEnabled('debug')) return;
  instance.addHook('onResponse', (request, reply, done) => {
    const { method, id, caller } = request;
    const organization = caller?.access?.organizationId;
    logger.debug(
      {
        request_id: id,
        method,
        route: request.routeOptions.url ?? '(unknown)',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...(organization !== undefined && { organization }),
      },
      'a request was answered',
    );
    done();
  });
};
