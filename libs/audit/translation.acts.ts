import { actOn, type Descriptions } from './act.js';
import { glossaryFacts, known, provenanceFacts, treatmentFacts } from './facts.js';

const documentAct = actOn('document');
const glossaryAct = actOn('glossary');

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
      ...treatmentFacts(data),
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
      ...treatmentFacts(data),
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
      ...known({ counted: data.counted, page_count_source: data.pageCountSource }),
    }),
    sealed_name: data.sealedName,
    name_commitment: data.nameCommitment,
  }),
  DocumentCounted: null,
  DocumentTranslationRequested: null,
  DocumentTranslationProgressed: null,
  DocumentTranslationCompleted: ({ data }) => ({
    ...documentAct('translate_document', data.documentId, {
      character_count: data.characterCount,
      domain: data.domain,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...glossaryFacts(data),
      ...provenanceFacts(data),
    }),
    ...(data.commitments && { commitments: data.commitments }),
  }),
  DocumentTranslationFailed: ({ data }) => ({
    ...documentAct('translate_document', data.documentId, {
      code: data.error.code,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      ...known({ character_count: data.characterCount, domain: data.domain, word_count: data.wordCount }),
      ...provenanceFacts(data),
    }),
    result: 'failure',
  }),
  DocumentDownloaded: ({ data }) =>
    documentAct('document_download', data.documentId, {
      ...(data.part === undefined ? {} : { part: data.part }),
      ...(data.translationId === null ? {} : { translation_id: data.translationId }),
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
