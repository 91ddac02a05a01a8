import type { ApiKeyGrant } from './api-key.events.js';

export type ApiKeyCommand =
  | { type: 'CreateApiKey'; grant: ApiKeyGrant }
  | { type: 'IssueApiKeyByRotation'; grant: ApiKeyGrant; rotatedFrom: string }
  | { type: 'RotateApiKey'; successorId: string; graceEndsAt: string; now: string }
  | {
      type: 'HandOverApiKey';
      owner: Required<Pick<ApiKeyGrant, 'ownerSubject' | 'sealedOwner' | 'ownerCommitment'>>;
      now: string;
    }
  | { type: 'RevokeApiKey'; now: string };
