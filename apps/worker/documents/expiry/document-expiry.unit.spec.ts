import { beforeEach, describe, expect, it } from 'vitest';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import { expireDocument, expiryQueue, scheduleExpiry, sweepExpired } from './document-expiry.js';

const now = '2026-01-01T08:00:00.000Z';
const past = '2026-01-08T08:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';

let eventStore: InMemoryEventStore;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  await uploadDocument(eventStore);
});

const complete = (expiresAt: string) => {
  const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
  return runOnDocument(eventStore, { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt });
};

const fail = (expiresAt: string) => {
  const error = { code: 'processing_failed', message: 'It failed.' };
  return runOnDocument(eventStore, { type: 'FailDocumentTranslation', translationId, error, now, expiresAt });
};

const expiry = () => ({ eventStore, commands: backgroundCommandsOn(eventStore) });
const expire = () => expireDocument(expiry()).handle(jobOf({ documentId }));
const expired = () => eventStore.events.filter(({ type }) => type === 'DocumentExpired');

describe('the expiry of a document', () => {
  it.each([
    ['completed', complete, [`${documentId}-source`, translationId]],
    ['failed', fail, [`${documentId}-source`]],
  ])('the expiry of a document that is %s is written once it is due, with its files', async (_how, end, blobIds) => {
    await end(past);
    await expire();
    expect(expired()).toMatchObject([{ data: { documentId, blobIds }, metadata: { actorType: 'system' } }]);
  });

  it('the expiry of a document is written once', async () => {
    await complete(past);
    await Promise.all([expire(), expire()]);
    await expire();
    expect(expired()).toHaveLength(1);
  });

  it.each([
    ['that is not due yet', () => complete(future)],
    ['that is still translated', async () => undefined],
    [
      'that was deleted',
      async () => {
        await complete(past);
        await runOnDocument(eventStore, { type: 'DeleteDocument', now });
      },
    ],
  ])('the expiry of a document %s is not written', async (_which, happen) => {
    await happen();
    await expire();
    expect(expired()).toEqual([]);
  });

  it('the expiry of an unknown document does nothing', async () => {
    await expireDocument(expiry()).handle(jobOf({ documentId: 'doc_00000000000000000000000000' }));
    expect(expired()).toEqual([]);
  });
});

describe('the job', () => {
  it.each([
    ['completed', complete],
    ['failed', fail],
  ])(
    'a job is scheduled once when a translation has %s, for the time when its files are removed',
    async (_how, end) => {
      const jobs = new RecordedJobs();
      const [event] = await end(future);
      if (event === undefined) throw new Error('It has not ended');
      const group = scheduleExpiry(jobs);
      await group.handle(deliveryOf(event));
      await group.handle(deliveryOf(event, { attempt: 2 }));
      expect(jobs.enqueued).toEqual([
        { queue: expiryQueue, data: { documentId }, startAfter: future, key: translationId },
      ]);
    },
  );
});

describe('the sweep', () => {
  const sweeping = (ids: string[]) =>
    sweepExpired(expiry(), { due: async () => ids.map((id) => ({ id, organization_id: 'org_1' })) });

  it('the sweep expires documents that the jobs missed', async () => {
    await complete(past);
    await sweeping([documentId]).handle(jobOf({}));
    expect(expired()).toHaveLength(1);
  });

  it('the sweep trusts the log, not the read model', async () => {
    await complete(future);
    await sweeping([documentId]).handle(jobOf({}));
    expect(expired()).toEqual([]);
  });

  it('the sweep stops between two documents when it is aborted', async () => {
    await complete(past);
    const job = { ...jobOf({}), signal: AbortSignal.abort(new Error('stopping')) };
    await expect(sweeping([documentId]).handle(job)).rejects.toThrow('stopping');
    expect(expired()).toEqual([]);
  });
});
