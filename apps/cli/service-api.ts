import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** The API of a running service, and the key to ask it with. */
export interface ServiceApi {
  url: string;
  apiKey: string;
}

/** The cause of an error of `fetch`, whose own message is always the same. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error;

/** Characters that no key has, and no header may have. */
const noHeader = /[^!-~]/;

/**
 * Asks the service for a path.
 * @throws Error with one line that says what to do when nothing answers, or what the service says when it refuses
 */
export const askService = async (
  { url, apiKey }: ServiceApi,
  path: string,
  signal?: AbortSignal,
): Promise<Response> => {
  if (noHeader.test(apiKey)) throw new Error('What was given as the API key is none: it has spaces or lines in it.');
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw new Error(`${url} did not answer in time.`);
    const code = errorCodeOf(causeOf(error)) ?? 'unknown error';
    throw new Error(`Nothing answers at ${url} (${code}). Start the service, or give its address with --url.`);
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(`The service answered ${response.status}: ${error?.message ?? 'it did not say why'}`);
};
