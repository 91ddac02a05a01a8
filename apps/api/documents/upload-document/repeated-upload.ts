import type { FastifyRequest } from 'fastify';
import { document } from '#libs/domain/document/document.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { cleanFileName } from '../../http/multipart/file-name.js';
import { readUploadForm } from '../../http/multipart/multipart-reader.js';
import { estimateCompletion } from '../completion-estimate.js';
import type { DocumentDto } from '../document.dto.js';

type Log = Pick<EventStore, 'readStream'>;

export const isInLog = async (log: Log, documentId: string): Promise<boolean> =>
  (await loadState(log, document, documentId)).state.status !== 'none';

/**
 * What an earlier attempt of this upload was about to answer when its process died; undefined where it had not made the
 * document. The form is read for comparison, and nothing of it is kept.
 */
export const repeatedUpload = async (
  log: Log,
  request: FastifyRequest,
  documentId: string,
): Promise<DocumentDto | undefined> => {
  const { state } = await loadState(log, document, documentId);
  if (state.status === 'none') return undefined;
  const { file } = await readUploadForm(request, async (content) => {
    for await (const chunk of content) void chunk;
  });
  request.caller.recorded = true;
  if (state.status === 'deleted') throw new Rejection('document_not_found');
  const { upload, translations } = state;
  return {
    id: documentId,
    filename: cleanFileName(file?.name ?? ''),
    status: 'processing',
    source_language: upload.sourceLanguage,
    target_language: translations[0]?.targetLanguage ?? upload.sourceLanguage,
    page_count: upload.pageCount,
    word_count: upload.wordCount,
    progress: 0,
    created_at: upload.uploadedAt,
    estimated_completion: estimateCompletion(upload.uploadedAt, upload.wordCount),
  };
};
