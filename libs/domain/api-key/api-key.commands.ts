import type { ApiKeyGrant } from './api-key.events.js';
import type { Scope } from './scopes.js';

export type ApiKeyCommand =
  | {
      type: 'CreateApiKey';
      grant: ApiKeyGrant;
      /** Scopes of whoever asks: a key cannot grant what it lacks. */
      grantableScopes: readonly Scope[];
      now: string;
    }
  | { type: 'IssueApiKeyByRotation'; grant: ApiKeyGrant; rotatedFrom: string; now: string }
  | { type: 'RotateApiKey'; successorId: string; graceEndsAt: string; now: string }
  | { type: 'RevokeApiKey'; now: string };
