import type { ApiKeyGrant } from './api-key.events.js';
import type { Scope } from './scopes.js';

export type ApiKeyCommand =
  | {
      type: 'CreateApiKey';
      grant: ApiKeyGrant;
      /** Scopes of the caller: a key cannot grant a scope that it lacks. */
      grantableScopes: readonly Scope[];
      now: string;
    }
  | { type: 'IssueApiKeyByRotation'; grant: ApiKeyGrant; rotatedFrom: string; now: string }
  | { type: 'RotateApiKey'; successorId: string; graceEndsAt: string; now: string }
  | { type: 'RevokeApiKey'; now: string };
