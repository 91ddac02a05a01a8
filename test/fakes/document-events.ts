import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { documentId, translationId, uploadWith } from './document.fixture.js';

const document = { documentId, organizationId: 'org_1' };
const languages = { sourceLanguage: 'en', targetLanguage: 'es' };
const now = '2026-11-21T08:01:00.000Z';

/** Time when the files of an ended document are deleted. */
export const expiresAt = '2026-11-28T08:01:00.000Z';

export const uploaded: DocumentEvent = { type: 'DocumentUploaded', data: uploadWith() };

export const translationRequested: DocumentEvent = {
  type: 'DocumentTranslationRequested',
  data: {
    ...document,
    ...languages,
    translationId,
    options: { domain: 'Law', preserveLayout: true, translateHeaders: false, quality: 'balanced' },
    requestedAt: now,
    estimatedCompletion: now,
  },
};

export const translationCompleted: DocumentEvent = {
  type: 'DocumentTranslationCompleted',
  data: {
    ...document,
    ...languages,
    translationId,
    domain: 'Law',
    blobId: translationId,
    sizeBytes: 4,
    sha256: 'ab',
    model: 'a-model',
    confidence: 0.9,
    wordCount: 2,
    characterCount: 10,
    webhookRef: null,
    completedAt: now,
    expiresAt,
  },
};

export const documentDeleted: DocumentEvent = {
  type: 'DocumentDeleted',
  data: { ...document, blobIds: [], deletedAt: now },
};
