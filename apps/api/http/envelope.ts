import type { FastifyRequest } from 'fastify';
import { unknownFieldsOf } from './unknown-fields.js';

export interface Meta {
  request_id: string;
  processing_time_ms?: number;
  model?: string;
  model_sha256?: readonly string[];
  cached?: boolean;
  route?: readonly string[];
  warnings?: readonly { code: string; message: string }[];
  /** The last entry of the organization's log, up to which a list is complete; null before there is one. */
  as_of?: { number: number; timestamp: string } | null;
  /** Whether events that happened may be missing from a list. */
  lagging?: boolean;
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

/** The data of a response, with fields of `meta` beside the request id. */
export class WithMeta<T> {
  constructor(
    readonly data: T,
    readonly meta: Omit<Meta, 'request_id'>,
  ) {}
}

export const withMeta = <T>(data: T, meta: Omit<Meta, 'request_id'>): WithMeta<T> => new WithMeta(data, meta);

/** Wraps what a route returned. Routes without a key have no envelope; undefined means that nothing is to be sent. */
export const enveloped = (request: FastifyRequest, result: unknown): unknown => {
  const { access, open } = request.routeOptions.config;
  if (result === undefined || (access === undefined && open === undefined)) return result;
  const { data, meta } = result instanceof WithMeta ? result : { data: result, meta: {} };
  const ignored = unknownFieldsOf(request.body);
  if (ignored === undefined) return envelope(request, data, meta);
  return envelope(request, data, { ...meta, warnings: [...(meta.warnings ?? []), ...ignored] });
};
