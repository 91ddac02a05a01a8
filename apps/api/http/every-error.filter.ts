import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Edge } from './edge.js';

/** Hands every error of a handler to the edge, which alone turns errors into responses. */
@Catch()
export class EveryErrorFilter implements ExceptionFilter {
  constructor(private readonly edge: Edge) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    return this.edge.answerError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
