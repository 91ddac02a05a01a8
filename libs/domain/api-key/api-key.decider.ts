import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { ApiKeyCommand } from './api-key.commands.js';
import type { ApiKeyEvent, ApiKeyGrant } from './api-key.events.js';

export type ApiKey =
  | { status: 'none' }
  | { status: 'active' | 'revoked'; grant: ApiKeyGrant; successorId?: string; endsAt: string | null };

const earlier = (a: string | null, b: string | null): string | null => (a === null ? b : b === null || a < b ? a : b);

const assertNew = (key: ApiKey): void => {
  if (key.status !== 'none') throw new Rejection('conflict', { message: 'The API key exists already.' });
};

const decide = (command: ApiKeyCommand, key: ApiKey): ApiKeyEvent[] => {
  switch (command.type) {
    case 'CreateApiKey': {
      assertNew(key);
      const lacking = command.grant.scopes.filter((scope) => !command.grantableScopes.includes(scope));
      if (lacking.length > 0) {
        throw new Rejection('insufficient_scope', {
          message: `A key cannot grant a scope that it lacks: ${lacking.join(', ')}.`,
          details: { scopes: lacking },
        });
      }
      return [{ type: 'ApiKeyCreated', data: command.grant }];
    }
    case 'IssueApiKeyByRotation':
      assertNew(key);
      return [{ type: 'ApiKeyIssuedByRotation', data: { ...command.grant, rotatedFrom: command.rotatedFrom } }];
    case 'RotateApiKey': {
      const { grant } = existing(key);
      if (key.status === 'revoked') throw new Rejection('conflict', { message: 'The API key has been revoked.' });
      if (key.status === 'active' && key.successorId !== undefined) {
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
            graceEndsAt: command.graceEndsAt,
          },
        },
      ];
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
        endsAt: earlier(key.endsAt, event.data.graceEndsAt),
      };
    case 'ApiKeyRevoked':
      return key.status === 'none' ? key : { ...key, status: 'revoked' };
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
