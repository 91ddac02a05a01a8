import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordTranslationProgress, RecordTranslationProgressHandler } from './record-translation-progress.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordTranslationProgressHandler(eventStore));
const running = [uploaded, translationRequested];
const size = { segmentsDone: 5, segmentsTotal: 100, estimatedCompletion: '2026-11-21T08:00:30.000Z' };
const provenance = { modelSha256: ['ab'], engines: [] };
const progress = { documentId, translationId, ...size, provenance, commandId: 'progress/5' };
const record = new RecordTranslationProgress(progress, uploaderMetadata);

describe('RecordTranslationProgress', () => {
  it('progress is recorded, and the document returned', async () => {
    const { result } = await given(stream(document, documentId, ...running))
      .when(record)
      .then({ type: 'DocumentTranslationProgressed', data: { translationId, ...size, ...provenance } });
    expect(result).toMatchObject({ status: 'active', translations: [{ segmentsDone: 5 }] });
  });

  it('progress that is no further than before is not recorded', async () => {
    const data = { documentId, organizationId: 'org_1', translationId, ...size, ...provenance };
    const reported = { type: 'DocumentTranslationProgressed', data } as const;
    await given(stream(document, documentId, ...running, reported))
      .when(record)
      .then();
  });

  it('the returned document shows the translator that it was deleted', async () => {
    const { result } = await given(stream(document, documentId, ...running, documentDeleted))
      .when(record)
      .then();
    expect(result).toEqual({ status: 'deleted' });
  });
});
