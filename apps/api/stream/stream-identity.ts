import { Rejection } from '#libs/domain/errors/rejection.js';
import { hashApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { type ClientFrame, textField } from './client-frame.js';
import { streamScope } from './stream-admission.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

/** The identity that a connection was opened with; the key itself is not stored. */
export interface StreamIdentity {
  organizationId: string;
  keyHash: string;
  /** Gives back the connection's place among those of the key. */
  release: () => void;
}

/**
 * Authenticates a connection by its auth frame.
 * @throws Rejection, or an error that becomes one
 */
export const identify = async (
  services: StreamServices,
  request: StreamRequest,
  frame: ClientFrame,
): Promise<StreamIdentity> => {
  const key = textField(frame, 'api_key');
  if (key === undefined) throw new Rejection('missing_api_key', { message: 'The auth frame has no api_key.' });
  if (!isWellFormedApiKey(key)) {
    services.logger.warn({ request_id: request.id }, 'an unknown API key was refused');
    throw new Rejection('invalid_api_key');
  }
  const keyHash = hashApiKey(key);
  const access = await services.admission.admitKey(request, keyHash, streamScope);
  const release = await services.admission.openConnection(access);
  return { organizationId: access.organizationId, keyHash, release };
};
