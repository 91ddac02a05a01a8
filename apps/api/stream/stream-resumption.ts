import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ResumeFrame } from './client-frames.dto.js';
import type { HeldTranslation } from './held-translation.js';

/** A connection, open or broken, whose translations can be resumed. */
export interface TranslationHolder {
  readonly organizationId: string | undefined;
  find(id: string): HeldTranslation | undefined;
  /** Gives a translation up to the connection that resumes it. */
  release(translation: HeldTranslation): void;
}

/** Takes a translation from the connection that has it. @throws Rejection `not_found`, `invalid_request` */
export const takeOver = (
  holder: TranslationHolder | undefined,
  organizationId: string,
  { id, index }: Pick<ResumeFrame, 'id' | 'index'>,
): HeldTranslation => {
  const translation = holder?.organizationId === organizationId ? holder.find(id) : undefined;
  if (holder === undefined || translation === undefined) {
    throw new Rejection('not_found', { message: 'Nothing is kept under this connection_id and id: translate again.' });
  }
  if (index > translation.tokens) {
    throw new Rejection('invalid_request', {
      message: 'No token with this index has been sent.',
      details: { index: [`must be at most ${translation.tokens}`] },
    });
  }
  holder.release(translation);
  return translation;
};
