import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { ApiKeyCommand } from './api-key.commands.js';
import type { ApiKeyEvent, ApiKeyGrant } from './api-key.events.js';

export type ApiKey =
  | { status: 'none' }
  | {
      status: 'active' | 'revoked';
      grant: ApiKeyGrant;
      /** The key that replaces it, once it is rotated. */
      successorId?: string;
      graceEndsAt?: string;
      endsAt: string | null;
      /** Set once it is revoked. */
      revokedAt?: string;
    };

const earlier = (a: string | null, b: string | null): string | null => (a === null ? b : b === null || a < b ? a : b);

const assertNew = (key: ApiKey): void => {
  if (key.status !== 'none') throw new Rejection('conflict', { message: 'The API key exists already.' });
};

const decide = (command: ApiKeyCommand, key: ApiKey): ApiKeyEvent[] => {
  switch (command.type) {
    case 'CreateApiKey':
      assertNew(key);
      return [{ type: 'ApiKeyCreated', data: command.grant }];
    case 'IssueApiKeyByRotation':
      assertNew(key);
      return [{ type: 'ApiKeyIssuedByRotation', data: { ...command.grant, rotatedFrom: command.rotatedFrom } }];
    case 'RotateApiKey': {
      const { grant, status, successorId, graceEndsAt } = existing(key);
      if (status === 'revoked') throw new Rejection('conflict', { message: 'The API key has been revoked.' });
      // Broken off before its successor was issued, a rotation goes on with the same one.
      if (successorId !== undefined && successorId !== command.successorId) {
        throw new Rejection('conflict', { message: 'The API key has been rotated already.' });
      }
      if (grant.expiresAt !== null && grant.expiresAt <= command.now) {
        throw new Rejection('conflict', { message: 'The API key has expired.' });
      }
      return [
        {
          type: 'ApiKeyRotated',
          data: {
            keyId: grant.keyId,
            organizationId: grant.organizationId,
            successorId: command.successorId,
            graceEndsAt: graceEndsAt ?? command.graceEndsAt,
          },
        },
      ];
    }
    case 'HandOverApiKey': {
      const { grant, status } = existing(key);
      const { keyId, organizationId, ownerSubject: previousOwnerSubject } = grant;
      if (status === 'revoked' || previousOwnerSubject === command.owner.ownerSubject) return [];
      const ids = { keyId, organizationId, previousOwnerSubject };
      return [{ type: 'ApiKeyHandedOver', data: { ...ids, ...command.owner, handedOverAt: command.now } }];
    }
    case 'RevokeApiKey': {
      const { grant } = existing(key);
      if (key.status === 'revoked') return [];
      return [
        {
          type: 'ApiKeyRevoked',
          data: { keyId: grant.keyId, organizationId: grant.organizationId, revokedAt: command.now },
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

const existing = (key: ApiKey): Exclude<ApiKey, { status: 'none' }> => {
  if (key.status === 'none') throw new Rejection('not_found', { message: 'The API key does not exist.' });
  return key;
};

const evolve = (key: ApiKey, event: ApiKeyEvent): ApiKey => {
  switch (event.type) {
    case 'ApiKeyCreated':
    case 'ApiKeyIssuedByRotation':
      return { status: 'active', grant: event.data, endsAt: event.data.expiresAt };
    case 'ApiKeyRotated':
      if (key.status === 'none') return key;
      return {
        ...key,
        successorId: event.data.successorId,
        graceEndsAt: event.data.graceEndsAt,
        endsAt: earlier(key.endsAt, event.data.graceEndsAt),
      };
    case 'ApiKeyHandedOver': {
      if (key.status === 'none') return key;
      const { ownerSubject, sealedOwner, ownerCommitment } = event.data;
      return { ...key, grant: { ...key.grant, ownerSubject, sealedOwner, ownerCommitment } };
    }
    case 'ApiKeyRevoked':
      return key.status === 'none' ? key : { ...key, status: 'revoked', revokedAt: event.data.revokedAt };
    default:
      return assertNever(event);
  }
};

export const apiKey: Decider<ApiKeyCommand, ApiKeyEvent, ApiKey> = {
  category: 'api_key',
  initialState: { status: 'none' },
  decide,
  evolve,
};
