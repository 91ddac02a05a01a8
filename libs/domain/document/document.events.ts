import type { DomainEvent } from '../decider.js';

export type Quality = 'fast' | 'balanced' | 'quality';

/** The version of a glossary that a translation was given, whatever happens to the glossary afterwards. */
export type GlossaryReference = {
  id: string;
  version: number;
  /** Id of the blob that its entries are kept in, encrypted. */
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
  /** Message for the caller; names nothing of the text or of the internals of the service. */
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
        /** SHA-256 of the plain file, hex. */
        sha256: string;
        pageCount: number;
        wordCount: number;
        /** Unicode code points of all segments. */
        characterCount: number;
        segmentCount: number;
        sourceLanguage: string;
        /** Language that the detector found; null when the caller named the source. */
        detectedLanguage: string | null;
        blobId: string;
        /** Reference under which the webhook's URL and secret are kept, encrypted; null when none was given. */
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
        /** SHA-256 of the plain translated file, hex. */
        sha256: string;
        model: string;
        confidence: number;
        wordCount: number;
        characterCount: number;
        /** Present only where a glossary was used. */
        glossaryId?: string;
        glossaryVersion?: number;
        webhookRef: string | null;
        completedAt: string;
        /** Time at which this file, and with the last of them the document, is removed. */
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
