import type { TlsOptions } from '#libs/triton-client/client-options.js';
import { createTritonClient } from '#libs/triton-client/triton-client.js';

const withinMs = 1_500;

/**
 * Whether a server among these can be used; looks afresh.
 * @throws Error saying of each server what is wrong with it
 */
export const checkTriton = async (urls: readonly string[], tls?: TlsOptions): Promise<void> => {
  const client = createTritonClient({ urls, probe: false, retry: false, ...(tls === undefined ? {} : { tls }) });
  try {
    const looks = urls.map(async (host) => {
      const isReady = await client.serverReady({ host, deadlineMs: withinMs });
      if (!isReady) throw new Error(`${host} is not ready: a model is loading, or has failed to load`);
    });
    await Promise.any(looks);
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    const reasons = errors.map((each) => (each instanceof Error ? each.message : 'unknown error'));
    throw new Error(`No Triton server can be used: ${reasons.join('; ')}`, { cause: error });
  } finally {
    client.close();
  }
};
