import type { KeyAccess } from '#libs/application/key-access.js';
import { noteAsked } from '#libs/application/text-usage/asked-text.js';
import type { Reservation } from '#libs/ports/limits/limits.port.js';
import { type UnknownFieldWarning, unknownFieldsOf } from '../http/unknown-fields.js';
import { validated } from '../http/validation.js';
import { type PreparedText, prepareText } from '../text/translation/text-request.js';
import { TranslateFrame } from './client-frames.dto.js';
import type { StreamOwnership } from './stream-process.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

/** A text that was admitted for translation. */
export interface AdmittedText extends PreparedText {
  access: KeyAccess;
  ownership: StreamOwnership;
  reservation: Reservation;
  /** Fields of the frame that were ignored; undefined where there are none. */
  warnings: readonly UnknownFieldWarning[] | undefined;
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
    const frame = validated(TranslateFrame, fields);
    const { facts, text } = await prepareText(services, access, frame, (known) => noteAsked(request, known));
    const ownership = services.process.current();
    const reservation = await services.quota.reserve(access, facts.characterCount, 'quota_exceeded');
    return { access, facts, text, ownership, reservation, release, warnings: unknownFieldsOf(fields) };
  } catch (error) {
    release();
    throw error;
  }
};
