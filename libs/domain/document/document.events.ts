import type { DomainEvent } from '../decider.js';
import type { Provenance } from '../provenance.js';

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
  /** Where one of these is missing, as in older events, the default of `libs/documents/options` holds. */
  preserveImages?: boolean;
  translateAltText?: boolean;
  translateComments?: boolean;
  /** `1-3,5`; all pages when it is missing. */
  pageRange?: string;
  sheetNames?: boolean;
  hidden?: boolean;
  ocr?: boolean;
  /** Id of the blob with the rules for keys and markup, encrypted: they name things in the caller's file. */
  rulesBlobId?: string;
};

/** The text of a document that is to be translated. */
export type TextSize = {
  wordCount: number;
  /** Unicode code points of all segments, or one for each 4 KiB of the file where that is more; older events have the code points alone. */
  characterCount: number;
  segmentCount: number;
};

/** Where the number of pages comes from: what the file says, its pages laid out, or its length. */
export type PageCountSource = 'file' | 'layout' | 'estimate';

/** A step of a translation: what it was made with, what it keeps, and what it commits to. */
export type TranslationStep = Provenance & {
  /** Bytes that its files add to those that are stored, before encryption; an equal file of the document adds none. */
  storedBytes?: number;
  /** Commitments to the files, in base64, by the name of their field; missing where no receipt was asked for. */
  commitments?: { source_file?: string; target_file?: string };
  /** The random bytes of these commitments, in base64 by the same names, sealed under the key of the document. */
  sealedSalts?: string;
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
        /** Commitment to the file name, in base64; null in an upload of before there were any. */
        nameCommitment: string | null;
        /** Name of the format in `libs/documents/formats`. */
        format: string;
        mediaType: string;
        sizeBytes: number;
        /** SHA-256 of the plain file, hex. */
        sha256: string;
        pageCount: number;
        wordCount: number;
        /** Counted as that of a `TextSize`. */
        characterCount: number;
        segmentCount: number;
        sourceLanguage: string;
        /** Language that the detector found; null when the caller named the source. */
        detectedLanguage: string | null;
        blobId: string;
        /** Reference under which the webhook's URL and secret are kept, encrypted; null when none was given. */
        webhookRef: string | null;
        /** False where pages, words, characters and segments are counted later; missing in older events, which were counted. */
        counted?: boolean;
        pageCountSource?: PageCountSource;
        /** Bytes that the file adds to those that are stored, before encryption. */
        storedBytes?: number;
        uploadedAt: string;
      }
    >
  /** The size of a document that was not counted when it was uploaded, or its pages once they are laid out. */
  | DomainEvent<
      'DocumentCounted',
      TextSize & {
        documentId: string;
        organizationId: string;
        pageCount: number;
        pageCountSource: PageCountSource;
        countedAt: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationRequested',
      TranslationStep & {
        documentId: string;
        organizationId: string;
        translationId: string;
        sourceLanguage: string;
        targetLanguage: string;
        options: TranslationOptions;
        /** Missing where it is that of the upload: where the same text is translated. */
        size?: TextSize;
        /** Pages of the document, once it has been laid out for a range of them; missing where it was not. */
        pageCount?: number;
        requestedAt: string;
        estimatedCompletion: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationProgressed',
      TranslationStep & {
        documentId: string;
        organizationId: string;
        translationId: string;
        segmentsDone: number;
        segmentsTotal: number;
        /** By the speed of the translation so far. */
        estimatedCompletion?: string;
      }
    >
  | DomainEvent<
      'DocumentTranslationCompleted',
      TranslationStep & {
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
      Pick<Provenance, 'engines'> & {
        documentId: string;
        organizationId: string;
        translationId: string;
        sourceLanguage: string;
        targetLanguage: string;
        domain?: string;
        /** Size of the text that was to be translated; missing where it was not counted. */
        wordCount?: number;
        characterCount?: number;
        error: DocumentFailure;
        webhookRef: string | null;
        failedAt: string;
        expiresAt: string;
      }
    >
  | DomainEvent<
      'DocumentDownloaded',
      {
        documentId: string;
        organizationId: string;
        /** The file that was downloaded, where it was not the translation: the source, or a picture of a page. */
        part?: 'source' | 'pages';
        /** Null where the part is of no translation. */
        translationId: string | null;
        /** Languages of the translation; null in downloads of before they were recorded, and where there is none. */
        sourceLanguage: string | null;
        targetLanguage: string | null;
        /** Present only where the source text stood beside the translation. */
        includesSource?: true;
        downloadedAt: string;
      }
    >
  | DomainEvent<'DocumentExpired', { documentId: string; organizationId: string; blobIds: string[]; expiredAt: string }>
  | DomainEvent<
      'DocumentRetentionApplied',
      {
        documentId: string;
        organizationId: string;
        /** Time from which on the document was to be removed. */
        expiresAt: string;
        fileCount: number;
        appliedAt: string;
      }
    >
  | DomainEvent<
      'DocumentDeleted',
      { documentId: string; organizationId: string; blobIds: string[]; deletedAt: string }
    >;

export type DocumentEventData<Type extends DocumentEvent['type']> = Extract<DocumentEvent, { type: Type }>['data'];
