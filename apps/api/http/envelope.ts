import type { FastifyRequest } from 'fastify';

export interface Meta {
  request_id: string;
  processing_time_ms?: number;
  model?: string;
  cached?: boolean;
  route?: readonly string[];
  glossary?: { id: string; version: number; applied: readonly { source: string; target: string; count: number }[] };
}

export interface Envelope<T> {
  data: T;
  meta: Meta;
}

/** The body of every successful JSON response. */
export const envelope = <T>(request: FastifyRequest, data: T, meta: Omit<Meta, 'request_id'> = {}): Envelope<T> => ({
  data,
  meta: { request_id: request.id, ...meta },
});

export const processingTime = (request: FastifyRequest): number =>
  Math.round(performance.now() - request.caller.startedAt);
