import { assertNever } from '../decider.js';
import type {
  DocumentEvent,
  DocumentEventData,
  DocumentFailure,
  TextSize,
  TranslationOptions,
} from './document.events.js';

export interface Translation {
  id: string;
  targetLanguage: string;
  options: TranslationOptions;
  size: TextSize;
  /** Whether its size is that of the upload. */
  isOfWholeText: boolean;
  status: 'processing' | 'completed' | 'failed';
  segmentsDone: number;
  /** Number of segments by the last progress; 0 before that. */
  segmentsTotal: number;
  estimatedCompletion: string;
  /** Where it is kept, once it is completed. */
  blobId?: string;
  sizeBytes?: number;
  failure?: DocumentFailure;
}

export type Document =
  | { status: 'none' }
  | { status: 'deleted' }
  | {
      status: 'active' | 'expired';
      upload: DocumentEventData<'DocumentUploaded'>;
      /** Translations, the oldest first. */
      translations: Translation[];
      /** Time at which the files are removed; null while no translation has ended. */
      expiresAt: string | null;
    };

export type ActiveDocument = Extract<Document, { status: 'active' | 'expired' }>;

const withTranslation = (
  document: Document,
  id: string,
  change: (translation: Translation) => Translation,
): Document => {
  if (document.status === 'none' || document.status === 'deleted') return document;
  return { ...document, translations: document.translations.map((t) => (t.id === id ? change(t) : t)) };
};

const keptUntil = (document: Document, expiresAt: string): Document => {
  if (document.status !== 'active') return document;
  return {
    ...document,
    expiresAt: document.expiresAt === null || document.expiresAt < expiresAt ? expiresAt : document.expiresAt,
  };
};

/** The document after an event. */
export const evolve = (document: Document, event: DocumentEvent): Document => {
  switch (event.type) {
    case 'DocumentUploaded':
      return { status: 'active', upload: event.data, translations: [], expiresAt: null };
    case 'DocumentCounted': {
      if (document.status !== 'active' && document.status !== 'expired') return document;
      const { wordCount, characterCount, segmentCount, pageCount, pageCountSource } = event.data;
      const size = { wordCount, characterCount, segmentCount };
      return {
        ...document,
        upload: { ...document.upload, ...size, pageCount, pageCountSource, counted: true },
        translations: document.translations.map((t) => (t.isOfWholeText ? { ...t, size } : t)),
      };
    }
    case 'DocumentTranslationRequested': {
      if (document.status !== 'active') return document;
      const { translationId: id, targetLanguage, options, estimatedCompletion } = event.data;
      const { wordCount, characterCount, segmentCount } = document.upload;
      const size = event.data.size ?? { wordCount, characterCount, segmentCount };
      const isOfWholeText = event.data.size === undefined;
      const begun = { id, targetLanguage, options, size, isOfWholeText, estimatedCompletion };
      const translation: Translation = { ...begun, status: 'processing', segmentsDone: 0, segmentsTotal: 0 };
      return { ...document, translations: [...document.translations, translation] };
    }
    case 'DocumentTranslationProgressed':
      return withTranslation(document, event.data.translationId, (translation) => ({
        ...translation,
        segmentsDone: event.data.segmentsDone,
        segmentsTotal: event.data.segmentsTotal,
      }));
    case 'DocumentTranslationCompleted': {
      const { translationId, blobId, sizeBytes, expiresAt } = event.data;
      return keptUntil(
        withTranslation(document, translationId, (translation) => ({
          ...translation,
          status: 'completed',
          blobId,
          sizeBytes,
        })),
        expiresAt,
      );
    }
    case 'DocumentTranslationFailed': {
      const { translationId, error, expiresAt } = event.data;
      return keptUntil(
        withTranslation(document, translationId, (translation) => ({
          ...translation,
          status: 'failed',
          failure: error,
        })),
        expiresAt,
      );
    }
    case 'DocumentDownloaded':
    case 'DocumentRetentionApplied':
      return document;
    case 'DocumentExpired':
      return document.status === 'active' ? { ...document, status: 'expired' } : document;
    case 'DocumentDeleted':
      return { status: 'deleted' };
    default:
      return assertNever(event);
  }
};
