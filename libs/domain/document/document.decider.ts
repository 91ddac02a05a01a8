import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { DocumentCommand } from './document.commands.js';
import type { DocumentEvent, DocumentEventData, TextSize, TranslationOptions } from './document.events.js';
import { type ActiveDocument, type Document, evolve, type Translation } from './document.state.js';

const existing = (document: Document): ActiveDocument => {
  if (document.status === 'none' || document.status === 'deleted') throw new Rejection('document_not_found');
  return document;
};

const unexpired = (document: Document): ActiveDocument => {
  const found = existing(document);
  if (found.status === 'expired') throw new Rejection('document_expired');
  return found;
};

/** The translation while it runs; a late or repeated report of one that has ended finds nothing. */
const running = (
  document: Document,
  translationId: string,
): { kept: ActiveDocument; translation: Translation } | undefined => {
  if (document.status !== 'active') return undefined;
  const translation = document.translations.find(({ id }) => id === translationId);
  return translation?.status === 'processing' ? { kept: document, translation } : undefined;
};

const downloadable = (document: Document, targetLanguage: string | undefined): Translation => {
  const { translations } = unexpired(document);
  const translation =
    targetLanguage === undefined
      ? translations.at(-1)
      : translations.findLast((candidate) => candidate.targetLanguage === targetLanguage);
  if (translation === undefined) {
    throw new Rejection('not_found', { message: 'The document has no translation to this language.' });
  }
  if (translation.status === 'processing') {
    throw new Rejection('conflict', { message: 'The translation is not completed yet.' });
  }
  if (translation.status === 'failed') {
    throw new Rejection('processing_failed', translation.failure && { message: translation.failure.message });
  }
  return translation;
};

/** The size of a translation's text; none of a document that is not counted yet. */
const sizeWhereCounted = ({ kept, translation }: { kept: ActiveDocument; translation: Translation }) => {
  const { wordCount, characterCount } = translation.size;
  return kept.upload.counted === false && translation.isOfWholeText ? {} : { wordCount, characterCount };
};

/** Whether more segments are done than before, and a larger share of them. */
const isFurther = (
  { segmentsDone, segmentsTotal }: { segmentsDone: number; segmentsTotal: number },
  before: Translation,
): boolean =>
  segmentsDone > before.segmentsDone && segmentsDone * before.segmentsTotal >= before.segmentsDone * segmentsTotal;

const blobIdsOf = ({ upload, translations }: ActiveDocument): string[] => {
  const ofTranslations = translations.flatMap(({ blobId, options }) => [blobId, options.rulesBlobId]);
  return [...new Set([upload.blobId, ...ofTranslations.filter((blobId) => blobId !== undefined)])];
};

/** The pages of a counted document once it is laid out, where they were not known by that or are others now. */
const laidOut = (
  { counted = true, pageCount: before, pageCountSource: source, ...upload }: DocumentEventData<'DocumentUploaded'>,
  pageCount: number | undefined,
  countedAt: string,
): DocumentEvent[] => {
  if (!counted || pageCount === undefined || (source === 'layout' && before === pageCount)) return [];
  const { documentId, organizationId, wordCount, characterCount, segmentCount } = upload;
  const size = { wordCount, characterCount, segmentCount };
  const data = { documentId, organizationId, ...size, pageCount, pageCountSource: 'layout' as const, countedAt };
  return [{ type: 'DocumentCounted', data }];
};

const requested = (
  upload: DocumentEventData<'DocumentUploaded'>,
  request: {
    translationId: string;
    targetLanguage: string;
    options: TranslationOptions;
    size?: TextSize;
    pageCount?: number;
    storedBytes?: number;
    estimatedCompletion: string;
  },
  now: string,
): DocumentEvent => ({
  type: 'DocumentTranslationRequested',
  data: {
    documentId: upload.documentId,
    organizationId: upload.organizationId,
    translationId: request.translationId,
    sourceLanguage: upload.sourceLanguage,
    targetLanguage: request.targetLanguage,
    options: request.options,
    ...(request.size === undefined ? {} : { size: request.size }),
    ...(request.pageCount === undefined ? {} : { pageCount: request.pageCount }),
    ...(request.storedBytes === undefined ? {} : { storedBytes: request.storedBytes }),
    // No engine has been given text yet.
    modelSha256: [],
    engines: [],
    requestedAt: now,
    estimatedCompletion: request.estimatedCompletion,
  },
});

const decide = (command: DocumentCommand, document: Document): DocumentEvent[] => {
  switch (command.type) {
    case 'UploadDocument':
      if (document.status !== 'none') throw new Rejection('conflict', { message: 'The document exists already.' });
      return [
        { type: 'DocumentUploaded', data: command.upload },
        requested(command.upload, command.request, command.now),
      ];
    case 'RequestDocumentTranslation': {
      const { upload, translations } = unexpired(document);
      if (translations.some((t) => t.status === 'processing' && t.targetLanguage === command.targetLanguage)) {
        throw new Rejection('conflict', { message: 'A translation to this language is running.' });
      }
      return [requested(upload, command, command.now)];
    }
    case 'RecordDocumentSize': {
      const found = running(document, command.translationId);
      if (found === undefined) return [];
      const { pageCount, pageCountSource, now: countedAt } = command;
      const { upload } = found.kept;
      if (upload.counted ?? true)
        return laidOut(upload, pageCountSource === 'layout' ? pageCount : undefined, countedAt);
      if (!found.translation.isOfWholeText) return [];
      const { documentId, organizationId } = upload;
      const { wordCount, characterCount, segmentCount } = command.size;
      const size = { wordCount, characterCount, segmentCount };
      return [
        {
          type: 'DocumentCounted',
          data: { documentId, organizationId, ...size, pageCount, pageCountSource, countedAt },
        },
      ];
    }
    case 'RecordTranslationProgress': {
      const found = running(document, command.translationId);
      if (found === undefined || !isFurther(command, found.translation)) return [];
      const { documentId, organizationId } = found.kept.upload;
      const { translationId, segmentsDone, segmentsTotal, estimatedCompletion, provenance } = command;
      const expected = estimatedCompletion === undefined ? {} : { estimatedCompletion };
      return [
        {
          type: 'DocumentTranslationProgressed',
          data: { documentId, organizationId, translationId, segmentsDone, segmentsTotal, ...expected, ...provenance },
        },
      ];
    }
    case 'CompleteDocumentTranslation': {
      const found = running(document, command.translationId);
      if (found === undefined) return [];
      const { upload } = found.kept;
      const { options, size } = found.translation;
      const { glossary } = options;
      return [
        {
          type: 'DocumentTranslationCompleted',
          data: {
            documentId: upload.documentId,
            organizationId: upload.organizationId,
            translationId: command.translationId,
            sourceLanguage: upload.sourceLanguage,
            targetLanguage: found.translation.targetLanguage,
            domain: options.domain,
            blobId: command.blobId,
            sizeBytes: command.sizeBytes,
            sha256: command.sha256,
            ...(command.storedBytes === undefined ? {} : { storedBytes: command.storedBytes }),
            model: command.model,
            confidence: command.confidence,
            ...command.provenance,
            wordCount: size.wordCount,
            characterCount: size.characterCount,
            ...(glossary === undefined ? {} : { glossaryId: glossary.id, glossaryVersion: glossary.version }),
            webhookRef: upload.webhookRef,
            completedAt: command.now,
            expiresAt: command.expiresAt,
          },
        },
      ];
    }
    case 'FailDocumentTranslation': {
      const found = running(document, command.translationId);
      if (found === undefined) return [];
      const { upload } = found.kept;
      return [
        {
          type: 'DocumentTranslationFailed',
          data: {
            documentId: upload.documentId,
            organizationId: upload.organizationId,
            translationId: command.translationId,
            sourceLanguage: upload.sourceLanguage,
            targetLanguage: found.translation.targetLanguage,
            domain: found.translation.options.domain,
            ...sizeWhereCounted(found),
            error: command.error,
            webhookRef: upload.webhookRef,
            failedAt: command.now,
            expiresAt: command.expiresAt,
          },
        },
      ];
    }
    case 'DownloadDocument': {
      const translation = downloadable(document, command.targetLanguage);
      const { documentId, organizationId, sourceLanguage } = existing(document).upload;
      return [
        {
          type: 'DocumentDownloaded',
          data: {
            documentId,
            organizationId,
            translationId: translation.id,
            sourceLanguage,
            targetLanguage: translation.targetLanguage,
            ...(command.includesSource && { includesSource: true }),
            ...(command.asPages && { part: 'pages' }),
            downloadedAt: command.now,
          },
        },
      ];
    }
    case 'DownloadSource': {
      const { upload } = unexpired(document);
      const { documentId, organizationId, sourceLanguage } = upload;
      return [
        {
          type: 'DocumentDownloaded',
          data: {
            documentId,
            organizationId,
            part: command.asPages ? 'pages' : 'source',
            translationId: null,
            sourceLanguage,
            targetLanguage: null,
            downloadedAt: command.now,
          },
        },
        ...laidOut(upload, command.laidOutPages, command.now),
      ];
    }
    case 'ExpireDocument': {
      if (document.status !== 'active' || document.expiresAt === null || command.now < document.expiresAt) return [];
      if (document.translations.some(({ status }) => status === 'processing')) return [];
      const { documentId, organizationId } = document.upload;
      const { expiresAt } = document;
      const blobIds = blobIdsOf(document);
      return [
        { type: 'DocumentExpired', data: { documentId, organizationId, blobIds, expiredAt: command.now } },
        {
          type: 'DocumentRetentionApplied',
          data: { documentId, organizationId, expiresAt, fileCount: blobIds.length, appliedAt: command.now },
        },
      ];
    }
    case 'DeleteDocument': {
      const found = existing(document);
      const { documentId, organizationId } = found.upload;
      return [
        {
          type: 'DocumentDeleted',
          data: { documentId, organizationId, blobIds: blobIdsOf(found), deletedAt: command.now },
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

export const document: Decider<DocumentCommand, DocumentEvent, Document> = {
  category: 'document',
  initialState: { status: 'none' },
  decide,
  evolve,
};
