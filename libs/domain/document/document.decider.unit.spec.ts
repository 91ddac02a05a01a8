import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import type { DocumentCommand } from './document.commands.js';
import { document } from './document.decider.js';
import type { DocumentEvent, DocumentEventData, TranslationOptions } from './document.events.js';

const now = '2026-11-21T08:00:00.000Z';
const expiresAt = '2026-11-28T08:00:00.000Z';
const later = '2026-11-29T08:00:00.000Z';
const options: TranslationOptions = {
  domain: 'general',
  preserveLayout: true,
  translateHeaders: true,
  quality: 'balanced',
};
const ids = { documentId: 'doc_1', organizationId: 'org_1' };
const upload: DocumentEventData<'DocumentUploaded'> = {
  ...ids,
  sealedName: 'sealed',
  nameCommitment: null,
  format: 'txt',
  mediaType: 'text/plain',
  sizeBytes: 5,
  sha256: 'b'.repeat(64),
  pageCount: 1,
  wordCount: 1,
  characterCount: 5,
  segmentCount: 1,
  sourceLanguage: 'en',
  detectedLanguage: 'en',
  blobId: 'doc_1-source',
  webhookRef: 'doc_1',
  uploadedAt: now,
};
const uploaded: DocumentEvent = { type: 'DocumentUploaded', data: upload };
const requestedTo = (targetLanguage: string, translationId = `trn_${targetLanguage}`): DocumentEvent => ({
  type: 'DocumentTranslationRequested',
  data: {
    ...ids,
    translationId,
    sourceLanguage: 'en',
    targetLanguage,
    options,
    modelSha256: [],
    engines: [],
    requestedAt: now,
    estimatedCompletion: now,
  },
});
const completedTo = (targetLanguage: string, until = expiresAt): DocumentEvent => ({
  type: 'DocumentTranslationCompleted',
  data: {
    ...ids,
    translationId: `trn_${targetLanguage}`,
    sourceLanguage: 'en',
    targetLanguage,
    domain: 'general',
    blobId: `trn_${targetLanguage}`,
    sizeBytes: 6,
    sha256: 'c'.repeat(64),
    model: 'apertium-eng-spa',
    confidence: 0.9,
    wordCount: 1,
    characterCount: 5,
    webhookRef: 'doc_1',
    completedAt: now,
    expiresAt: until,
  },
});
const failedTo = (targetLanguage: string): DocumentEvent => ({
  type: 'DocumentTranslationFailed',
  data: {
    ...ids,
    translationId: `trn_${targetLanguage}`,
    sourceLanguage: 'en',
    targetLanguage,
    domain: 'general',
    wordCount: 1,
    characterCount: 5,
    error: { code: 'model_unavailable', message: 'No model.' },
    webhookRef: 'doc_1',
    failedAt: now,
    expiresAt,
  },
});
const progressed = (segmentsDone: number): DocumentEvent => ({
  type: 'DocumentTranslationProgressed',
  data: { ...ids, translationId: 'trn_es', segmentsDone, segmentsTotal: 10 },
});
const expired: DocumentEvent = {
  type: 'DocumentExpired',
  data: { ...ids, blobIds: ['doc_1-source', 'trn_es'], expiredAt: later },
};
const deleted: DocumentEvent = { type: 'DocumentDeleted', data: { ...ids, blobIds: ['doc_1-source'], deletedAt: now } };
const running = [uploaded, requestedTo('es')];
const done = [...running, completedTo('es')];
const request = (targetLanguage: string) =>
  ({
    type: 'RequestDocumentTranslation',
    translationId: `trn_${targetLanguage}`,
    targetLanguage,
    options,
    estimatedCompletion: now,
    now,
  }) as const;
const complete = {
  type: 'CompleteDocumentTranslation',
  translationId: 'trn_es',
  blobId: 'trn_es',
  sizeBytes: 6,
  sha256: 'c'.repeat(64),
  model: 'apertium-eng-spa',
  confidence: 0.9,
  now,
  expiresAt,
} as const;
const fail = {
  type: 'FailDocumentTranslation',
  translationId: 'trn_es',
  error: { code: 'model_unavailable', message: 'No model.' },
  now,
  expiresAt,
} as const;

describe('document', () => {
  it('a document is uploaded with its first translation requested', () =>
    given(document, [])
      .when({
        type: 'UploadDocument',
        upload,
        request: { translationId: 'trn_es', targetLanguage: 'es', options, estimatedCompletion: now },
        now,
      })
      .then(running));

  it('a document is translated to another language while the first is running, but not twice to the same', () => {
    given(document, running)
      .when(request('fr'))
      .then([requestedTo('fr')]);
    given(document, running).when(request('es')).thenRejected('conflict');
  });

  it('a document can be translated again to the same language after that translation has ended', () => {
    given(document, done)
      .when(request('es'))
      .then([requestedTo('es')]);
    given(document, [...running, failedTo('es')])
      .when(request('es'))
      .then([requestedTo('es')]);
  });

  it('a translation reports progress that moves on, and ignores a late report', () => {
    const report = (segmentsDone: number) =>
      ({ type: 'RecordTranslationProgress', translationId: 'trn_es', segmentsDone, segmentsTotal: 10 }) as const;
    given(document, running)
      .when(report(4))
      .then([progressed(4)]);
    given(document, [...running, progressed(4)])
      .when(report(4))
      .then([]);
    given(document, [...running, progressed(4)])
      .when(report(3))
      .then([]);
    given(document, done).when(report(5)).then([]);
  });

  it('a report of a smaller share than before is ignored, as where more segments were found since', () => {
    const report = { type: 'RecordTranslationProgress', translationId: 'trn_es', segmentsDone: 5 } as const;
    given(document, [...running, progressed(4)])
      .when({ ...report, segmentsTotal: 20 })
      .then([]);
  });

  it('a translation is completed once', () => {
    given(document, running)
      .when(complete)
      .then([completedTo('es')]);
    given(document, done).when(complete).then([]);
  });

  it('a translation is completed with the glossary, in its version, that it was given', () => {
    const glossary = { id: 'glo_1', version: 3, blobId: 'glo_1-x' };
    const requested = requestedTo('es');
    if (requested.type !== 'DocumentTranslationRequested') throw new Error('It was not requested');
    const withGlossary = { ...requested, data: { ...requested.data, options: { ...options, glossary } } };
    const completed = completedTo('es');
    given(document, [uploaded, withGlossary])
      .when(complete)
      .then([{ ...completed, data: { ...completed.data, glossaryId: 'glo_1', glossaryVersion: 3 } } as DocumentEvent]);
  });

  it('a translation of other parts of the file is completed with their words and characters', () => {
    const requested = requestedTo('es');
    if (requested.type !== 'DocumentTranslationRequested') throw new Error('It was not requested');
    const size = { wordCount: 7, characterCount: 40, segmentCount: 3 };
    const completed = completedTo('es');
    given(document, [uploaded, { ...requested, data: { ...requested.data, size } }])
      .when(complete)
      .then([{ ...completed, data: { ...completed.data, wordCount: 7, characterCount: 40 } } as DocumentEvent]);
  });

  it('a translation fails once, and not after it was completed', () => {
    given(document, running)
      .when(fail)
      .then([failedTo('es')]);
    given(document, done).when(fail).then([]);
  });

  describe('a document that is counted after its upload', () => {
    const uncounted: DocumentEvent = {
      type: 'DocumentUploaded',
      data: { ...upload, counted: false, wordCount: 0, characterCount: 0, segmentCount: 0 },
    };
    const counted: DocumentEvent = {
      type: 'DocumentCounted',
      data: {
        ...ids,
        ...{ pageCount: 4, pageCountSource: 'layout', wordCount: 900, characterCount: 5_200, segmentCount: 80 },
        countedAt: now,
      },
    };

    const found: DocumentCommand = {
      type: 'RecordDocumentSize',
      translationId: 'trn_es',
      size: { wordCount: 900, characterCount: 5_200, segmentCount: 80 },
      ...{ pageCount: 4, pageCountSource: 'layout', now },
    };

    it('it is counted once, by a translation of its whole text', () => {
      given(document, [uncounted, requestedTo('es')])
        .when(found)
        .then([counted]);
      given(document, [uncounted, requestedTo('es'), counted])
        .when(found)
        .then([]);
      const requested = requestedTo('es');
      const ofPart = { ...requested, data: { ...requested.data, size: found.size } } as DocumentEvent;
      given(document, [uncounted, ofPart]).when(found).then([]);
    });

    it('pages that are laid out later take the place of those that the file says, and its words stay', () => {
      const { wordCount, characterCount, segmentCount } = upload;
      const words = { wordCount, characterCount, segmentCount };
      given(document, running)
        .when(found)
        .then([{ ...counted, data: { ...counted.data, ...words } } as DocumentEvent]);
      given(document, running)
        .when({ ...found, pageCountSource: 'file' })
        .then([]);
    });

    it('pages that are laid out to be shown are those of the document, once it is counted', () => {
      const downloadedAt = now;
      const data = {
        ...ids,
        part: 'pages',
        translationId: null,
        sourceLanguage: 'en',
        targetLanguage: null,
        downloadedAt,
      };
      const shown = { type: 'DocumentDownloaded', data } as DocumentEvent;
      const { wordCount, characterCount, segmentCount } = upload;
      const laidOut = {
        ...counted,
        data: { ...counted.data, wordCount, characterCount, segmentCount },
      } as DocumentEvent;
      const show = { type: 'DownloadSource', asPages: true, laidOutPages: 4, now } as const;
      given(document, running).when(show).then([shown, laidOut]);
      given(document, [...running, laidOut])
        .when(show)
        .then([shown]);
      given(document, [uncounted, requestedTo('es')])
        .when(show)
        .then([shown]);
    });

    it('a translation of it has the size that was counted', () => {
      const completed = completedTo('es');
      given(document, [uncounted, requestedTo('es'), counted])
        .when(complete)
        .then([{ ...completed, data: { ...completed.data, wordCount: 900, characterCount: 5_200 } } as DocumentEvent]);
    });

    it('a translation of a part of it keeps the size of the part', () => {
      const requested = requestedTo('es');
      const size = { wordCount: 7, characterCount: 40, segmentCount: 3 };
      const ofPart = { ...requested, data: { ...requested.data, size } } as DocumentEvent;
      const completed = completedTo('es');
      given(document, [uncounted, ofPart, counted])
        .when(complete)
        .then([{ ...completed, data: { ...completed.data, wordCount: 7, characterCount: 40 } } as DocumentEvent]);
    });

    it('a translation that fails before it is counted has no size', () => {
      const {
        wordCount: _,
        characterCount: __,
        ...data
      } = failedTo('es').data as DocumentEventData<'DocumentTranslationFailed'>;
      given(document, [uncounted, requestedTo('es')])
        .when(fail)
        .then([{ type: 'DocumentTranslationFailed', data }]);
    });

    it('a document that was deleted is not counted any more', () =>
      given(document, [...running, deleted, counted])
        .when(fail)
        .then([]));
  });

  it('a translation is neither completed nor failed after its document was deleted', () => {
    given(document, [...running, deleted])
      .when(complete)
      .then([]);
    given(document, [...running, deleted])
      .when(fail)
      .then([]);
  });

  it('a download of a completed document gives its newest translation, or the one to a given language', () => {
    const downloaded = (translationId: string, targetLanguage: string): DocumentEvent => ({
      type: 'DocumentDownloaded',
      data: { ...ids, translationId, sourceLanguage: 'en', targetLanguage, downloadedAt: now },
    });
    const both = [...done, requestedTo('fr'), completedTo('fr')];
    given(document, both)
      .when({ type: 'DownloadDocument', now })
      .then([downloaded('trn_fr', 'fr')]);
    given(document, both)
      .when({ type: 'DownloadDocument', targetLanguage: 'es', now })
      .then([downloaded('trn_es', 'es')]);
    given(document, both).when({ type: 'DownloadDocument', targetLanguage: 'de', now }).thenRejected('not_found');
  });

  it('a download of pages says so', () => {
    const data = { ...ids, translationId: 'trn_es', sourceLanguage: 'en', targetLanguage: 'es', downloadedAt: now };
    given(document, done)
      .when({ type: 'DownloadDocument', asPages: true, now })
      .then([{ type: 'DocumentDownloaded', data: { ...data, part: 'pages' } }]);
  });

  it('the source is downloaded in whatever state its translations are, as the file or as pages, until it is gone', () => {
    const data = { ...ids, translationId: null, sourceLanguage: 'en', targetLanguage: null, downloadedAt: now };
    for (const events of [running, [...running, failedTo('es')], done]) {
      given(document, events)
        .when({ type: 'DownloadSource', now })
        .then([{ type: 'DocumentDownloaded', data: { ...data, part: 'source' } }]);
      given(document, events)
        .when({ type: 'DownloadSource', asPages: true, now })
        .then([{ type: 'DocumentDownloaded', data: { ...data, part: 'pages' } }]);
    }
    const download = { type: 'DownloadSource', now } as const;
    given(document, [...done, expired])
      .when(download)
      .thenRejected('document_expired');
    given(document, [...done, deleted])
      .when(download)
      .thenRejected('document_not_found');
  });

  it('a document is not downloaded while it is running, failed, expired or deleted', () => {
    const download = { type: 'DownloadDocument', now } as const;
    given(document, running).when(download).thenRejected('conflict');
    given(document, [...running, failedTo('es')])
      .when(download)
      .thenRejected('processing_failed');
    given(document, [...done, expired])
      .when(download)
      .thenRejected('document_expired');
    given(document, [...done, deleted])
      .when(download)
      .thenRejected('document_not_found');
    given(document, []).when(download).thenRejected('document_not_found');
  });

  it('a document expires once, when its time has come', () => {
    given(document, done).when({ type: 'ExpireDocument', now }).then([]);
    given(document, done)
      .when({ type: 'ExpireDocument', now: later })
      .then([
        expired,
        {
          type: 'DocumentRetentionApplied',
          data: { ...ids, expiresAt, fileCount: 2, appliedAt: later },
        },
      ]);
    given(document, [...done, expired])
      .when({ type: 'ExpireDocument', now: later })
      .then([]);
  });

  it('a document expires neither while a translation is running nor before the last of its translations does', () => {
    given(document, [...done, requestedTo('fr')])
      .when({ type: 'ExpireDocument', now: later })
      .then([]);
    const prolonged = [...done, requestedTo('fr'), completedTo('fr', '2026-12-05T08:00:00.000Z')];
    given(document, prolonged).when({ type: 'ExpireDocument', now: later }).then([]);
  });

  it('an expired document cannot be translated again, since its source went with it', () =>
    given(document, [...done, expired])
      .when(request('fr'))
      .thenRejected('document_expired'));

  it('a document is deleted in any state, with all its files, and only once', () => {
    const remove = { type: 'DeleteDocument', now } as const;
    given(document, running).when(remove).then([deleted]);
    given(document, done)
      .when(remove)
      .then([{ type: 'DocumentDeleted', data: { ...ids, blobIds: ['doc_1-source', 'trn_es'], deletedAt: now } }]);
    given(document, [...running, deleted])
      .when(remove)
      .thenRejected('document_not_found');
  });

  it('the rules of a translation are deleted with the document, each file once', () => {
    const withRules = (event: DocumentEvent): DocumentEvent =>
      event.type === 'DocumentTranslationRequested'
        ? { ...event, data: { ...event.data, options: { ...options, rulesBlobId: 'doc_1-rules-trn_es' } } }
        : event;
    const blobIds = ['doc_1-source', 'trn_es', 'doc_1-rules-trn_es'];
    given(document, [uploaded, withRules(requestedTo('es')), completedTo('es'), withRules(requestedTo('fr'))])
      .when({ type: 'DeleteDocument', now })
      .then([{ type: 'DocumentDeleted', data: { ...ids, blobIds, deletedAt: now } }]);
  });
});
