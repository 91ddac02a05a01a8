import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertWholeKey } from '../access/authenticate.js';
import { misspeltHint, noteUnknownFields, type UnknownFieldWarning, unknownFieldsOf } from '../http/unknown-fields.js';
import { type ClientFrame, textField } from './client-frame.js';
import { streamScope } from './stream-admission.js';
import type { BrowserSession, StreamRequest } from './stream-request.js';
import type { CredentialOwner } from './stream-resumption.js';
import type { StreamServices } from './stream-services.js';

/** The identity that a connection was opened with; the key itself is not stored. */
export interface StreamIdentity extends CredentialOwner {
  /** That of the key or the session. */
  keyHash: string;
  /** Gives back the connection's place among those of the key. */
  release: () => void;
  /** Fields of the auth frame that were ignored; undefined where there are none. */
  warnings: readonly UnknownFieldWarning[] | undefined;
}

/** Fields of the auth frame beside its type. */
const authFields = ['api_key'];

const keyFromFrame = (frame: ClientFrame): string => {
  const key = textField(frame, 'api_key');
  if (key === undefined) {
    const hint = misspeltHint('api_key', frame.fields, authFields);
    throw new Rejection('missing_api_key', { message: `The auth frame has no api_key.${hint}` });
  }
  assertWholeKey(key);
  return key;
};

/**
 * The hash of the credential of a connection: a key that is sent counts, whatever cookies there are; without one the session
 * of the browser does, on a page of ours.
 * @throws Rejection
 */
export const credentialOf = (
  { admission }: Pick<StreamServices, 'admission'>,
  request: StreamRequest,
  frame: ClientFrame,
  session: BrowserSession | undefined,
): string => {
  if (session === undefined || textField(frame, 'api_key') !== undefined)
    return admission.keyHashOf(request, () => keyFromFrame(frame));
  session.assertOwnOrigin();
  return session.hash;
};

/**
 * Authenticates a connection by the credential that it has shown.
 * @throws Rejection, or an error that becomes one
 */
export const identify = async (
  services: StreamServices,
  request: StreamRequest,
  frame: ClientFrame,
  keyHash: string,
): Promise<StreamIdentity> => {
  noteUnknownFields(frame.fields, authFields);
  const access = await services.admission.admitKey(request, keyHash, streamScope);
  const release = await services.admission.openConnection(access);
  const { organizationId, keyId } = access;
  return { organizationId, keyId, keyHash, release, warnings: unknownFieldsOf(frame.fields) };
};
