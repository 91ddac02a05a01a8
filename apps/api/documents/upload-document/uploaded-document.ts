import type { UploadedDocument } from '#libs/application/documents/upload-document.handler.js';
import type { DocumentDto } from '../document.dto.js';

/** The response for a document whose translation has just been requested. */
export const toUploadedDto = (uploaded: Omit<UploadedDocument, 'warnings'>, filename: string): DocumentDto => ({
  id: uploaded.documentId,
  filename,
  format: uploaded.format,
  status: 'processing',
  source_language: uploaded.sourceLanguage,
  target_language: uploaded.targetLanguage,
  page_count: uploaded.pageCount,
  ...(uploaded.pageCountSource === undefined ? {} : { page_count_source: uploaded.pageCountSource }),
  word_count: uploaded.wordCount,
  counted: uploaded.isCounted,
  progress: 0,
  created_at: uploaded.uploadedAt,
  estimated_completion: uploaded.estimatedCompletion,
});
