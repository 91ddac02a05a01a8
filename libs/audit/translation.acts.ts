import { actOn, type Descriptions } from './act.js';
import type { AuditMetadata } from './audit-metadata.js';

const documentAct = actOn('document');
const glossaryAct = actOn('glossary');

/** The glossary and the version that a translation used; empty where it used none. */
const glossaryFacts = (data: { glossaryId?: string; glossaryVersion?: number }): AuditMetadata =>
  data.glossaryId === undefined || data.glossaryVersion === undefined
    ? {}
    : { glossary_id: data.glossaryId, glossary_version: data.glossaryVersion };

/** Acts on texts, documents and glossaries. */
export const translationActs = {
  TextTranslated: ({ data, metadata }) => ({
    action: 'translate',
    resource: 'text',
    resource_id: metadata.requestId,
    facts: {
      character_count: data.characterCount,
      domain: data.domain,
      endpoint: data.endpoint,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...glossaryFacts(data),
    },
  }),
  LanguageDetected: ({ data, metadata }) => ({
    action: 'detect',
    resource: 'text',
    resource_id: metadata.requestId,
    facts: { character_count: data.characterCount, language: data.language },
  }),

  TextStreamBegan: null,
  TextStreamEnded: ({ data, metadata }) => ({
    action: 'translate',
    resource: 'text',
    resource_id: metadata.requestId,
    // Who cancels a stream of his own has got what he asked for.
    result: data.result === 'completed' || data.result === 'cancelled' ? 'success' : 'failure',
    facts: {
      character_count: data.characterCount,
      domain: data.domain,
      endpoint: 'stream',
      outcome: data.result,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...(data.code === null ? {} : { code: data.code }),
      ...glossaryFacts(data),
    },
  }),

  DocumentUploaded: ({ data }) => ({
    ...documentAct('document_upload', data.documentId, {
      character_count: data.characterCount,
      format: data.format,
      page_count: data.pageCount,
      sha256: data.sha256,
      size_bytes: data.sizeBytes,
      source_language: data.sourceLanguage,
      word_count: data.wordCount,
    }),
    sealed_name: data.sealedName,
    name_commitment: data.nameCommitment,
  }),
  DocumentTranslationRequested: null,
  DocumentTranslationProgressed: null,
  DocumentTranslationCompleted: ({ data }) =>
    documentAct('translate_document', data.documentId, {
      character_count: data.characterCount,
      domain: data.domain,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...glossaryFacts(data),
    }),
  DocumentTranslationFailed: ({ data }) => ({
    ...documentAct('translate_document', data.documentId, {
      code: data.error.code,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
    }),
    result: 'failure',
  }),
  DocumentDownloaded: ({ data }) =>
    documentAct('document_download', data.documentId, {
      translation_id: data.translationId,
      ...(data.sourceLanguage === null ? {} : { source_language: data.sourceLanguage }),
      ...(data.targetLanguage === null ? {} : { target_language: data.targetLanguage }),
      ...(data.includesSource && { include_source: true }),
    }),
  DocumentExpired: null,
  DocumentRetentionApplied: ({ data }) =>
    documentAct('retention_apply', data.documentId, { expires_at: data.expiresAt, file_count: data.fileCount }),
  DocumentDeleted: ({ data }) => documentAct('document_delete', data.documentId),

  GlossaryCreated: ({ data }) =>
    glossaryAct('glossary_create', data.glossaryId, {
      domain: data.domain,
      entry_count: data.entryCount,
      name: data.name,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
    }),
  GlossaryEntriesReplaced: ({ data }) =>
    glossaryAct('glossary_update', data.glossaryId, { entry_count: data.entryCount, version: data.version }),
  GlossaryDeleted: ({ data }) => glossaryAct('glossary_delete', data.glossaryId),
} as const satisfies Descriptions;
