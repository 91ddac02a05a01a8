import type { FastifyRequest } from 'fastify';
import { document } from '#libs/domain/document/document.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { cleanFileName } from '../../http/multipart/file-name.js';
import { readUploadForm } from '../../http/multipart/multipart-reader.js';
import type { DocumentDto } from '../document.dto.js';
import { toUploadedDto } from './uploaded-document.js';

/**
 * The response that an earlier attempt of this upload was about to send when its process died; undefined when it
 * had not created the document. The form is read for comparison, and nothing of it is stored.
 */
export const repeatedUpload = async (
  log: Pick<EventStore, 'readStream'>,
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
  const { format, sourceLanguage, pageCount, pageCountSource, wordCount, uploadedAt } = upload;
  const { targetLanguage, estimatedCompletion } = translations[0] ?? {
    targetLanguage: sourceLanguage,
    estimatedCompletion: uploadedAt,
  };
  return toUploadedDto(
    {
      ...{ documentId, format, sourceLanguage, targetLanguage, pageCount, pageCountSource, wordCount },
      isCounted: upload.counted ?? true,
      ...{ uploadedAt, estimatedCompletion },
    },
    cleanFileName(file?.name ?? ''),
  );
};
