import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ResumeFrame } from './client-frames.dto.js';
import type { HeldTranslation } from './held-translation.js';

/** Whose credential opened a connection: a key, or a user who has signed in, whichever session it is. */
export interface CredentialOwner {
  organizationId: string;
  /** Id of the key, or of the user's account. */
  keyId: string;
}

/** A connection, open or broken, whose translations can be resumed. */
export interface TranslationHolder {
  /** Undefined until the connection is authenticated. */
  readonly owner: CredentialOwner | undefined;
  find(id: string): HeldTranslation | undefined;
  /** Gives a translation up to the connection that resumes it. */
  release(translation: HeldTranslation): void;
}

/** The translation of the holder, for who began it alone: for all others it is not there. */
export const findFor = (
  holder: TranslationHolder | undefined,
  { organizationId, keyId }: CredentialOwner,
  id: string,
): HeldTranslation | undefined => {
  const isOwn = holder?.owner?.organizationId === organizationId && holder.owner.keyId === keyId;
  return isOwn ? holder.find(id) : undefined;
};

/** Takes a translation from the connection that has it. @throws Rejection `not_found`, `invalid_request` */
export const takeOver = (
  holder: TranslationHolder | undefined,
  owner: CredentialOwner,
  { id, index }: Pick<ResumeFrame, 'id' | 'index'>,
): HeldTranslation => {
  const translation = findFor(holder, owner, id);
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
