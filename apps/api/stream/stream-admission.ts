import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Reservation } from '#libs/ports/limits/limits.port.js';
import { assertAccess } from '../access/authenticate.js';
import { takeRequest } from '../access/request-rate.js';
import { rateLimitRejection } from '../http/rate-limit-headers.js';
import { validated } from '../http/validation.js';
import { type ReadText, readText } from '../text/translation/text-request.js';
import { TranslateFrame } from './client-frames.dto.js';
import type { StreamTenure } from './stream-process.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

/** A translation that may be made. */
export interface AdmittedText extends ReadText {
  access: KeyAccess;
  tenure: StreamTenure;
  reservation: Reservation;
  /** Gives back its place among the requests of its key. */
  release: () => void;
}

/**
 * The access of the key behind a connection, as it is now: it may have been revoked since. Takes one request of its
 * rate where `isRequest` says so, like the edge, also of one that is then refused.
 * @throws Rejection
 */
export const admitKey = async (
  { directory, limiter, limitsOf }: Pick<StreamServices, 'directory' | 'limiter' | 'limitsOf'>,
  request: StreamRequest,
  keyHash: string,
  isRequest: boolean,
): Promise<KeyAccess> => {
  const access = await directory.find(keyHash);
  if (access === undefined) throw new Rejection('invalid_api_key');
  request.caller.access = access;
  const window = isRequest ? await takeRequest({ limiter, limitsOf }, access) : undefined;
  assertAccess(access, 'translate', request.caller.address, Date.now());
  if (window?.allowed === false) throw rateLimitRejection(window);
  return access;
};

/** All that a request over HTTP passes before it is translated. @throws Rejection, or an error that becomes one */
export const admitText = async (
  services: StreamServices,
  request: StreamRequest,
  keyHash: string,
  fields: object,
): Promise<AdmittedText> => {
  const access = await admitKey(services, request, keyHash, true);
  const release = await services.concurrency.beginRequest(access);
  try {
    await services.turnstile.pass();
    const { facts, text } = await readText(services, access, validated(TranslateFrame, fields));
    const tenure = services.process.current();
    const reservation = await services.quota.reserve(access, facts.characterCount, 'quota_exceeded');
    return { access, facts, text, tenure, reservation, release };
  } catch (error) {
    release();
    throw error;
  }
};
