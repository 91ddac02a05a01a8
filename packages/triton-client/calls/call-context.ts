import { Metadata } from '@grpc/grpc-js';
import type { CallOptions, Compression, Headers } from '../client-options.js';
import { invalidArgument, TritonError } from '../triton-error.js';

/** Options of a call that hold through all its attempts. */
export interface CallContext {
  method: string;
  model: string | undefined;
  metadata: Metadata;
  compression: Compression | undefined;
  signal: AbortSignal | undefined;
  /** Deadline in milliseconds since 1970. */
  deadlineAt: number | undefined;
  /** URL of the one host to ask. */
  only: string | undefined;
}

export interface CallDefaults {
  headers?: Headers | undefined;
  deadlineMs?: number | undefined;
}

const metadataOf = (...headers: (Headers | undefined)[]): Metadata => {
  const metadata = new Metadata();
  for (const [name, value] of headers.flatMap((each) => Object.entries(each ?? {}))) {
    try {
      metadata.set(name, value);
    } catch {
      // The text of the metadata's own error quotes the value, which may be a secret.
      throw invalidArgument(`Header ${name} has a wrong name or value`);
    }
  }
  return metadata;
};

export const callContext = (
  method: string,
  model: string | undefined,
  options: CallOptions,
  defaults: CallDefaults,
): CallContext => {
  const deadlineMs = options.deadlineMs ?? defaults.deadlineMs;
  if (deadlineMs !== undefined && !(deadlineMs > 0)) throw invalidArgument('deadlineMs is more than 0');
  return {
    method,
    model,
    metadata: metadataOf(defaults.headers, options.headers),
    compression: options.compression,
    signal: options.signal,
    deadlineAt: deadlineMs === undefined ? undefined : Date.now() + deadlineMs,
    only: options.host,
  };
};

export const abortedError = (signal: AbortSignal): TritonError =>
  new TritonError('cancelled', 'The caller cancelled the call', undefined, { cause: signal.reason });
