import type { DomainEvent } from '../decider.js';

export type Quality = 'fast' | 'balanced' | 'quality';

/** The version of a glossary that a translation was given, whatever becomes of the glossary. */
export type GlossaryReference = {
  id: string;
  version: number;
  /** Where its entries are kept, encrypted. */
  blobId: string;
};

export type TranslationOptions = {
  /** `NN name` of EuroVoc, or `general`. */
  domain: string;
  preserveLayout: boolean;
  translateHeaders: boolean;
  quality: Quality;
  glossary?: GlossaryReference;
};

export type DocumentFailure = {
  /** A code of the error catalogue. */
  code: string;
  /** For the caller; names nothing of the text or of our insides. */
  message: string;
};

export type DocumentEvent =
  | DomainEvent<
      'DocumentUploaded',
      {
        documentId: string;
        organizationId: string;
        /** File name, sealed for the subject in the event's metadata. */
        sealedName: string;
        /** Name of the format in `libs/documents/formats`. */
        format: string;
        mediaType: string;
        sizeBytes: number;
        /** Of the plain file, hex. */
        sha256: string;
        pageCount: number;
        wordCount: number;
        /** Unicode code points of all segments. */
        characterCount: number;
        segmentCount: number;
        sourceLanguage: string;
        /** What the detector said; null when the caller named the source. */
        detectedLanguage: string | null;
        blobId: string;
        /** Where the webhook's URL and secret are kept, encrypted; null when none was given. */
        webhookRef: string | null;
        uploadedAt: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationRequested',
      {
        documentId: string;
        organizationId: string;
        translationId: string;
        sourceLanguage: string;
        targetLanguage: string;
        options: TranslationOptions;
        requestedAt: string;
        estimatedCompletion: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationProgressed',
      { documentId: string; organizationId: string; translationId: string; segmentsDone: number; segmentsTotal: number }
    >
  | DomainEvent<
      'DocumentTranslationCompleted',
      {
        documentId: string;
        organizationId: string;
        translationId: string;
        sourceLanguage: string;
        targetLanguage: string;
        domain: string;
        blobId: string;
        sizeBytes: number;
        /** Of the plain translated file, hex. */
        sha256: string;
        model: string;
        confidence: number;
        wordCount: number;
        characterCount: number;
        /** Only where a glossary was used. */
        glossaryId?: string;
        glossaryVersion?: number;
        webhookRef: string | null;
        completedAt: string;
        /** When this file, and with the last of them the document, goes. */
        expiresAt: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationFailed',
      {
        documentId: string;
        organizationId: string;
        translationId: string;
        sourceLanguage: string;
        targetLanguage: string;
        error: DocumentFailure;
        webhookRef: string | null;
        failedAt: string;
        expiresAt: string;
      }
    >
  | DomainEvent<
      'DocumentDownloaded',
      { documentId: string; organizationId: string; translationId: string; downloadedAt: string }
    >
  | DomainEvent<'DocumentExpired', { documentId: string; organizationId: string; blobIds: string[]; expiredAt: string }>
  | DomainEvent<
      'DocumentDeleted',
      { documentId: string; organizationId: string; blobIds: string[]; deletedAt: string }
    >;

export type DocumentEventData<Type extends DocumentEvent['type']> = Extract<DocumentEvent, { type: Type }>['data'];
