import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import { hour, RequestedTranslation, requestedAt } from './requested-translation.fixture.js';
import { translationLease } from './translation-lease.js';
import { sweepUnfinished, unfinishedQueue, unfinishedTranslation } from './unfinished-translations.js';

let fixture: RequestedTranslation;

beforeEach(async () => {
  fixture = await RequestedTranslation.open();
});
afterEach(() => fixture.close());

describe('a translation that nobody has in hand', () => {
  const found = { document_id: documentId, translation_id: translationId, organization_id: 'org_1', sequence: 1 };
  const unfinished = { ...found, requested_at: uploaderMetadata.occurredAt };
  const data = { documentId, translationId, revision: 1 };
  const takeUp = (changes = {}) => unfinishedTranslation(fixture.dependencies()).handle({ ...jobOf(data), ...changes });

  it('the sweep gives the workers what was requested a quarter of an hour ago, once', async () => {
    const jobs = new RecordedJobs();
    const asked: [string, number][] = [];
    const documents = {
      unfinished: async (before: string, limit: number) => {
        asked.push([before, limit]);
        return [unfinished];
      },
    };
    const sweep = sweepUnfinished(jobs, documents, async () => undefined);
    await sweep.handle(jobOf({}));
    await sweep.handle(jobOf({}));
    expect(jobs.enqueued).toEqual([{ queue: unfinishedQueue, data, startAfter: undefined, key: translationId }]);
    expect(asked[0]).toEqual([new Date(requestedAt + 0.75 * hour).toISOString(), 500]);
  });

  it('its message that comes a day after it was requested finds it given up too', async () => {
    vi.setSystemTime(requestedAt + 24 * hour + 1);
    await fixture.deliver();
    expect(fixture.translate).not.toHaveBeenCalled();
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationFailed']);
  });

  it('it is translated without its message', async () => {
    await takeUp();
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it('it is left to the worker that has it in hand', async () => {
    const lease = await fixture.leases.acquire(translationLease(translationId), new AbortController().signal);
    await takeUp();
    expect(fixture.translate).not.toHaveBeenCalled();
    await lease.release();
  });

  it('it fails a day after it was requested, and nothing of it is left', async () => {
    vi.setSystemTime(requestedAt + 24 * hour + 1);
    await takeUp();
    expect(fixture.translate).not.toHaveBeenCalled();
    const text = 'The document could not be translated within 24 hours.';
    expect(fixture.written()).toMatchObject([
      { type: 'DocumentTranslationFailed', data: { error: { code: 'processing_failed', message: text } } },
    ]);
    expect(fixture.discarded).toEqual([translationId]);
    expect(fixture.told).toMatchObject([['document.failed', { code: 'processing_failed' }]]);
  });

  it.each([0, 48])('it is left as it is when it has ended meanwhile, %i hours later', async (hours) => {
    await fixture.deliver();
    vi.setSystemTime(requestedAt + hours * hour);
    await takeUp();
    expect(fixture.written()).toHaveLength(1);
    expect(fixture.blobs.ids).toEqual([translationId]);
  });

  it('a job for an unknown document does nothing', async () => {
    await takeUp({ data: { ...data, documentId: 'doc_unknown' } });
    expect(fixture.written()).toEqual([]);
  });
});
