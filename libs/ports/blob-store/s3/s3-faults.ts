import { BlobStoreError, BlobStoreFullError, BlobStoreUnavailableError } from '../blob-store.errors.js';
import type { S3Place } from './s3-place.js';

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const statusOf = (error: unknown): unknown => field(field(error, '$metadata'), 'httpStatusCode');

const refusals: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
]);
const otherRegion: ReadonlySet<string> = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const full: ReadonlySet<string> = new Set([
  'XMinioStorageFull',
  'QuotaExceeded',
  'InsufficientStorage',
  'EntityTooLarge',
]);
const tlsCode = /^(EPROTO|ERR_TLS|ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'an unknown error');

const isRegionMissing = (error: unknown): boolean => error instanceof Error && error.message === 'Region is missing';

/** Returns one line for the operator, without credentials and without the server's own words. */
const describe = (error: unknown, { name, bucket, region }: S3Place): string => {
  const code = String(field(error, 'code') ?? '');
  const kind = nameOf(error);
  const status = statusOf(error);
  if (kind === 'NoSuchBucket') return `The bucket ${bucket} does not exist on ${name}.`;
  if (refusals.has(kind)) return `${name} refuses the credentials (${kind}).`;
  if (kind === 'CredentialsProviderError') return `There are no credentials for ${name}.`;
  if (otherRegion.has(kind) || status === 301) return `The bucket ${bucket} on ${name} is not in ${region}.`;
  if (error instanceof Error && error.message === 'Region is missing')
    return `The region of ${name} is not configured.`;
  if (kind === 'RequestTimeTooSkewed') return `The clock of this machine is not that of ${name}.`;
  if (status === 403) return `The credentials for ${name} do not allow what is done with the bucket ${bucket}.`;
  if (status !== undefined) return `${name} answered ${status} ${kind}.`;
  if (tlsCode.test(code)) return `${name} cannot be spoken to over TLS (${code}).`;
  if (kind === 'TimeoutError' || kind === 'AbortError') return `${name} does not answer.`;
  return `${name} cannot be reached (${code === '' ? kind : code}).`;
};

/** Whether the object or upload does not exist; a missing bucket is another matter. */
export const isMissing = (error: unknown): boolean =>
  nameOf(error) === 'NoSuchKey' ||
  nameOf(error) === 'NoSuchUpload' ||
  (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket');

/** Whether the object does not have the requested tag. */
export const isReplaced = (error: unknown): boolean => statusOf(error) === 412;

/** Whether the object is shorter than the requested range. */
export const isBeyondEnd = (error: unknown): boolean => statusOf(error) === 416;

/** Converts an error of the SDK to an error of the port; errors of the port pass. */
export const toBlobStoreError = (error: unknown, place: S3Place): BlobStoreError => {
  if (error instanceof BlobStoreError) return error;
  if (statusOf(error) === 507 || full.has(nameOf(error))) return new BlobStoreFullError({ cause: error });
  return new BlobStoreUnavailableError(describe(error, place), { cause: error });
};

const throttled: ReadonlySet<string> = new Set(['SlowDown', 'RequestTimeout', 'Throttling', 'ThrottlingException']);
const hopeless: ReadonlySet<string> = new Set(['AbortError', 'CredentialsProviderError']);

/** Whether the same request may do better in a moment. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof BlobStoreError) return false;
  const status = statusOf(error);
  if (typeof status === 'number')
    return (status >= 500 && status !== 507) || status === 429 || throttled.has(nameOf(error));
  return !hopeless.has(nameOf(error)) && !isRegionMissing(error);
};
