import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { type CommandContext } from '../command-context.js';

/** How long a rotated key goes on working beside its successor. */
const rotationGraceMs = 24 * 60 * 60 * 1000;

export interface KeyRequest {
  name: string;
  scopes: readonly Scope[];
  ipAllowlist: readonly string[];
  /** RFC 3339, or null. */
  expiresAt: string | null;
  /** In whose name the key will act. */
  owner: { subject: string; userId: string };
  /** Scopes of whoever asks. */
  grantableScopes: readonly Scope[];
  /** A key to issue instead of a random one. */
  presetKey?: string | undefined;
}

export interface IssuedKey {
  /** In clear: for the answer, and nowhere else. */
  key: string;
  grant: ApiKeyGrant;
}

/** @throws Rejection `insufficient_scope` for a scope that the maker lacks, `invalid_request` for an expiry in the past */
export const createApiKey = async (
  ledger: CommandContext,
  request: KeyRequest,
  metadata: EventMetadata,
): Promise<IssuedKey> => {
  const now = metadata.occurredAt;
  if (request.expiresAt !== null && request.expiresAt <= now) {
    throw new Rejection('invalid_request', { details: { expires_at: ['must be in the future'] } });
  }
  const { owner, presetKey = generateApiKey() } = request;
  const grant: ApiKeyGrant = {
    keyId: newId('key'),
    organizationId: metadata.organizationId,
    name: request.name,
    secretHash: hashApiKey(presetKey),
    scopes: [...request.scopes],
    ipAllowlist: [...request.ipAllowlist],
    expiresAt: request.expiresAt,
    createdAt: now,
    ownerSubject: owner.subject,
    sealedOwner: await ledger.subjectKeys.seal(owner.subject, { user_id: owner.userId }),
  };
  const command = { type: 'CreateApiKey', grant, grantableScopes: request.grantableScopes, now } as const;
  await execute(ledger.eventStore, apiKey, grant.keyId, command, { commandId: metadata.requestId, metadata });
  return { key: presetKey, grant };
};

/** The grant of a key of this organization; another's is as if it were not there. */
const grantOf = async ({ eventStore }: CommandContext, organizationId: string, keyId: string): Promise<ApiKeyGrant> => {
  const { state } = await loadState(eventStore, apiKey, keyId);
  if (state.status === 'none' || state.grant.organizationId !== organizationId) {
    throw new Rejection('not_found', { message: 'The API key does not exist.' });
  }
  return state.grant;
};

/**
 * Issues a successor with the same rights; the old key works on for a day. The successor comes first: broken
 * off in between, a key remains that nobody knows, instead of a caller whose only key is about to end.
 * @throws Rejection `not_found`; `conflict` when the key has been rotated, revoked or has expired
 */
export const rotateApiKey = async (
  ledger: CommandContext,
  keyId: string,
  metadata: EventMetadata,
): Promise<IssuedKey> => {
  const now = metadata.occurredAt;
  const old = await grantOf(ledger, metadata.organizationId, keyId);
  const key = generateApiKey();
  const grant: ApiKeyGrant = { ...old, keyId: newId('key'), secretHash: hashApiKey(key), createdAt: now };
  const successor = (command: Parameters<typeof apiKey.decide>[0], step: string) =>
    execute(ledger.eventStore, apiKey, grant.keyId, command, { commandId: `${metadata.requestId}/${step}`, metadata });
  await successor({ type: 'IssueApiKeyByRotation', grant, rotatedFrom: keyId, now }, 'issue');
  const graceEndsAt = new Date(Date.parse(now) + rotationGraceMs).toISOString();
  try {
    const rotate = { type: 'RotateApiKey', successorId: grant.keyId, graceEndsAt, now } as const;
    await execute(ledger.eventStore, apiKey, keyId, rotate, { commandId: `${metadata.requestId}/rotate`, metadata });
  } catch (error) {
    if (error instanceof Rejection) await successor({ type: 'RevokeApiKey', now }, 'withdraw');
    throw error;
  }
  return { key, grant };
};

/** @throws Rejection `not_found` */
export const revokeApiKey = async (ledger: CommandContext, keyId: string, metadata: EventMetadata): Promise<void> => {
  await grantOf(ledger, metadata.organizationId, keyId);
  const command = { type: 'RevokeApiKey', now: metadata.occurredAt } as const;
  await execute(ledger.eventStore, apiKey, keyId, command, { commandId: metadata.requestId, metadata });
};
