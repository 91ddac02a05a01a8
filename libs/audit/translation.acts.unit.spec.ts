import { describe, expect, it } from 'vitest';
import { auditEntryOf } from './audit-entry.js';
import { by, document, event, now } from './recorded-act.fixture.js';

const translation = { ...document, translationId: 'tr_1', sourceLanguage: 'fi', targetLanguage: 'en' };
const glossaryVersion = {
  glossaryId: 'glo_1',
  organizationId: 'org_a',
  name: 'terms',
  sourceLanguage: 'fi',
  targetLanguage: 'en',
  domain: '12 law',
  version: 1,
  entryCount: 2,
  blobId: 'blob_1',
  sizeBytes: 1,
  sha256: 'ab',
  createdAt: now,
  updatedAt: now,
};

describe('the audit entries of acts on texts, documents and glossaries', () => {
  it.each([
    [
      'detect text',
      event('LanguageDetected', { ...by, language: 'fi', confidence: 1, characterCount: 9 }),
      { resource_id: 'req_1', metadata: { language: 'fi', character_count: 9 } },
    ],
    [
      'translate_document document',
      event('DocumentTranslationCompleted', {
        ...translation,
        domain: 'general',
        blobId: 'blob_2',
        sizeBytes: 1,
        sha256: 'cd',
        model: 'echo',
        confidence: 1,
        wordCount: 2,
        characterCount: 9,
        webhookRef: null,
        completedAt: now,
        expiresAt: now,
      }),
      {
        resource_id: 'doc_1',
        result: 'success',
        metadata: {
          source_language: 'fi',
          target_language: 'en',
          word_count: 2,
          character_count: 9,
          domain: 'general',
        },
      },
    ],
    [
      'translate_document document',
      event('DocumentTranslationFailed', {
        ...translation,
        error: { code: 'processing_failed', message: 'It failed.' },
        webhookRef: null,
        failedAt: now,
        expiresAt: now,
      }),
      {
        resource_id: 'doc_1',
        result: 'failure',
        metadata: { source_language: 'fi', target_language: 'en', code: 'processing_failed' },
      },
    ],
    [
      'document_download document',
      event('DocumentDownloaded', { ...translation, downloadedAt: now }),
      {
        resource_id: 'doc_1',
        metadata: { translation_id: 'tr_1', source_language: 'fi', target_language: 'en' },
      },
    ],
    [
      'document_download document',
      event('DocumentDownloaded', {
        ...document,
        translationId: 'tr_1',
        sourceLanguage: null,
        targetLanguage: null,
        includesSource: true,
        downloadedAt: now,
      }),
      { resource_id: 'doc_1', metadata: { translation_id: 'tr_1', include_source: true } },
    ],
    [
      'document_delete document',
      event('DocumentDeleted', { ...document, blobIds: [], deletedAt: now }),
      { resource_id: 'doc_1', metadata: {} },
    ],
    [
      'glossary_create glossary',
      event('GlossaryCreated', glossaryVersion),
      {
        resource_id: 'glo_1',
        metadata: { name: 'terms', source_language: 'fi', target_language: 'en', domain: '12 law', entry_count: 2 },
      },
    ],
    [
      'glossary_update glossary',
      event('GlossaryEntriesReplaced', { ...glossaryVersion, version: 2, droppedBlobIds: [] }),
      { resource_id: 'glo_1', metadata: { version: 2, entry_count: 2 } },
    ],
    [
      'glossary_delete glossary',
      event('GlossaryDeleted', { glossaryId: 'glo_1', organizationId: 'org_a', blobIds: [], deletedAt: now }),
      { resource_id: 'glo_1', metadata: {} },
    ],
    [
      'retention_apply document',
      event('DocumentRetentionApplied', { ...document, expiresAt: now, fileCount: 2, appliedAt: now }),
      { resource_id: 'doc_1', metadata: { expires_at: now, file_count: 2 } },
    ],
  ])('the action and resource of an entry are %s', (actionAndResource, given, expected) => {
    const entry = auditEntryOf(given);
    expect(`${entry?.action} ${entry?.resource}`).toBe(actionAndResource);
    expect(entry).toMatchObject(expected);
  });
});
