import { describe, expect, it } from 'vitest';
import { answerKeyKind } from '#libs/ports/idempotency/organization-keys.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { handlerSpecification, type Ports } from '#test/handler/handler-specification.js';
import { RecordedButUnfinishedError } from '../recorded-but-unfinished.errors.js';
import { RequestErasure, RequestErasureHandler } from './request-erasure.handler.js';
import type { SubjectTie } from './subject-ties.port.js';

const { organizationId } = uploaderMetadata;
const subject = { type: 'user', id: 'usr_1' } as const;
const command = new RequestErasure(subject, 'Request 7', uploaderMetadata);

const specification = (tie?: SubjectTie, holds = new KnownHolds()) =>
  handlerSpecification(
    ({ eventStore, subjectKeys, keyVault }) =>
      new RequestErasureHandler(eventStore, subjectKeys, keyVault, holds, { of: async () => tie }),
    async ({ subjectKeys, keyVault }) => {
      await subjectKeys.subjectFor(organizationId, 'usr_1');
      await subjectKeys.subjectFor(organizationId, '203.0.113.7', 'ip_address');
      await keyVault.getOrCreate(answerKeyKind, organizationId);
    },
  );
const isKnown = async ({ subjectKeys }: Ports) => (await subjectKeys.find(organizationId, 'usr_1')) !== undefined;

describe('RequestErasure', () => {
  it('the key is destroyed with that of the kept answers, and the log names a reference alone', async () => {
    const { ports, result } = await specification()
      .given()
      .when(command)
      .then({
        type: 'ErasureRequested',
        data: { organizationId, subjectType: 'user', reason: 'Request 7', requestedAt: uploaderMetadata.occurredAt },
      });
    expect(result).toMatch(/^era_/);
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('usr_1');
    expect(await isKnown(ports)).toBe(false);
    expect(await ports.keyVault.get(answerKeyKind, organizationId)).toBeUndefined();
    expect(await ports.subjectKeys.find(organizationId, '203.0.113.7', 'ip_address')).toBeDefined();
  });

  it('a subject that nobody knows, or that was erased before, is not found', async () => {
    for (const id of ['usr_2', '203.0.113.7'])
      await specification()
        .given()
        .when(new RequestErasure({ type: 'user', id }, 'x', uploaderMetadata))
        .thenRejected('not_found');
  });

  it.each(['active_keys', 'account'] as const)('a user with %s keeps its key, an address has none', async (tie) => {
    expect(await isKnown(await specification(tie).given().when(command).thenRejected('conflict'))).toBe(true);
    await specification(tie)
      .given()
      .when(new RequestErasure({ type: 'ip_address', id: '203.0.113.7' }, 'x', uploaderMetadata))
      .then({ type: 'ErasureRequested' });
  });

  it('a subject that is held keeps its key, and the refusal names the hold', async () => {
    const holds = new KnownHolds({ subject: { holdId: 'hold_1' } });
    expect(await isKnown(await specification(undefined, holds).given().when(command).thenRejected('conflict'))).toBe(
      true,
    );
    const { details } = await rejectionOf(() =>
      new RequestErasureHandler(
        undefined as never,
        { find: async () => 'sub_1', destroy: async () => true },
        undefined as never,
        holds,
        { of: async () => undefined },
      ).execute(command),
    );
    expect(details).toEqual({ hold_id: 'hold_1' });
  });

  it('the request is in the log before the key is destroyed', async () => {
    await specification().given().when(command).then({ type: 'ErasureRequested' });
    const { eventStore, ...ports } = await specification()
      .given()
      .when(command)
      .then({ type: 'ErasureRequested' })
      .then(({ ports: made }) => made);
    const broken = new RequestErasureHandler(
      eventStore,
      {
        find: async () => 'sub_2',
        destroy: async () => {
          throw new Error('the key store is away');
        },
      },
      ports.keyVault,
      new KnownHolds(),
      { of: async () => undefined },
    );
    await expect(
      broken.execute(new RequestErasure(subject, 'Request 8', { ...uploaderMetadata, requestId: 'req_2' })),
    ).rejects.toThrow(RecordedButUnfinishedError);
    expect(eventStore.events.at(-1)).toMatchObject({ type: 'ErasureRequested', data: { subject: 'sub_2' } });
  });
});
