import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordTranslationProgress, RecordTranslationProgressHandler } from './record-translation-progress.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordTranslationProgressHandler(eventStore));
const running = [uploaded, translationRequested];
const progress = { documentId, translationId, segmentsDone: 5, segmentsTotal: 100, commandId: 'progress/5' };
const record = new RecordTranslationProgress(progress, uploaderMetadata);

describe('RecordTranslationProgress', () => {
  it('progress is recorded, and the document returned', async () => {
    const { result } = await given(stream(document, documentId, ...running))
      .when(record)
      .then({ type: 'DocumentTranslationProgressed', data: { translationId, segmentsDone: 5, segmentsTotal: 100 } });
    expect(result).toMatchObject({ status: 'active', translations: [{ segmentsDone: 5 }] });
  });

  it('progress that is no further than before is not recorded', async () => {
    const { documentId: id, commandId: _, ...done } = progress;
    const data = { documentId: id, organizationId: 'org_1', ...done };
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
