import type { KeyAccess } from '#libs/application/key-access.js';
import type { Reservation } from '#libs/ports/limits/limits.port.js';
import { validated } from '../http/validation.js';
import { type ReadText, readText } from '../text/translation/text-request.js';
import { TranslateFrame } from './client-frames.dto.js';
import type { StreamTenure } from './stream-process.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

/** A text that was admitted for translation. */
export interface AdmittedText extends ReadText {
  access: KeyAccess;
  tenure: StreamTenure;
  reservation: Reservation;
  /** Gives back its place among its key's requests in flight. */
  release: () => void;
}

/** The scope that everything on the stream needs. */
export const streamScope = 'translate';

/**
 * Admits a text with all the checks of a request over HTTP.
 * @throws Rejection, or an error that becomes one
 */
export const admitText = async (
  services: StreamServices,
  request: StreamRequest,
  keyHash: string,
  fields: object,
): Promise<AdmittedText> => {
  const { access, endRequest: release } = await services.admission.admitRequest(request, keyHash, {
    scope: streamScope,
  });
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
