import { describe, expect, it } from 'vitest';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyEvent } from '#libs/domain/api-key/api-key.events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { HandOverKeys, HandOverKeysHandler } from './hand-over-keys.handler.js';

const { organizationId, occurredAt } = uploaderMetadata;
const from = 'sub_leaving';

const keys = [
  { id: 'key_1', scopes: ['translate' as const] },
  { id: 'key_2', scopes: ['keys:manage' as const] },
];
const streams = keys.map(({ id: keyId, scopes }) => {
  const data = {
    ...{ keyId, organizationId, name: 'a key', secretHash: keyId, scopes, ipAllowlist: [], expiresAt: null },
    ...{ createdAt: occurredAt, ownerSubject: from, sealedOwner: 'sealed' },
  };
  return stream(apiKey, keyId, { type: 'ApiKeyCreated', data } as ApiKeyEvent);
});

let subject = '';
const { given } = handlerSpecification(
  ({ eventStore, subjectKeys }: Ports) =>
    new HandOverKeysHandler(eventStore, subjectKeys, { keysOf: async (_, owner) => (owner === from ? keys : []) }),
  async ({ subjectKeys }) => {
    subject = await subjectKeys.subjectFor(organizationId, 'usr_stays');
    to.subject = subject;
  },
);
const to = { subject: '', userId: 'usr_stays', role: 'owner' as 'owner' | 'developer' | undefined };
const handedOver = (keyId: string) =>
  ({ type: 'ApiKeyHandedOver', data: { keyId, previousOwnerSubject: from, handedOverAt: occurredAt } }) as const;

describe('HandOverKeys', () => {
  it('each key gets the new owner, whom no event names in clear', async () => {
    const { ports, result } = await given(...streams)
      .when(new HandOverKeys(from, to, uploaderMetadata))
      .then(handedOver('key_1'), handedOver('key_2'));
    expect(result).toEqual(['key_1', 'key_2']);
    const data = ports.eventStore.events.at(-1)?.data as { ownerSubject: string; sealedOwner: string };
    expect(data.ownerSubject).toBe(subject);
    expect(await ports.subjectKeys.open(subject, data.sealedOwner)).toMatchObject({ user_id: 'usr_stays' });
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('usr_stays');
  });

  it('keys are handed over once', () =>
    given(...streams)
      .when(new HandOverKeys(from, to, uploaderMetadata))
      .thenOnce(handedOver('key_1'), handedOver('key_2')));

  it('none is where the role of the new owner lacks a scope of one, and none to their own owner', async () => {
    await given(...streams)
      .when(new HandOverKeys(from, { ...to, role: 'developer' }, uploaderMetadata))
      .thenRejected('insufficient_scope');
    await given(...streams)
      .when(new HandOverKeys(from, { ...to, subject: from }, uploaderMetadata))
      .thenRejected('conflict');
  });

  it('a user without keys has none to hand over', async () => {
    const { result } = await given()
      .when(new HandOverKeys('sub_without', to, uploaderMetadata))
      .then();
    expect(result).toEqual([]);
  });
});
