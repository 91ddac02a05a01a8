import type { Provenance } from '../provenance.js';
import type {
  DocumentEventData,
  DocumentFailure,
  PageCountSource,
  TextSize,
  TranslationOptions,
} from './document.events.js';

export type DocumentCommand =
  | {
      type: 'UploadDocument';
      upload: DocumentEventData<'DocumentUploaded'>;
      request: {
        translationId: string;
        targetLanguage: string;
        options: TranslationOptions;
        /** Bytes that its rules add to those that are stored. */
        storedBytes?: number;
        estimatedCompletion: string;
      };
      now: string;
    }
  | {
      type: 'RequestDocumentTranslation';
      translationId: string;
      targetLanguage: string;
      options: TranslationOptions;
      /** Missing where it is that of the upload. */
      size?: TextSize;
      /** Pages that it was laid out in for this request; missing where it was not. */
      pageCount?: number;
      /** Bytes that its rules add to those that are stored. */
      storedBytes?: number;
      estimatedCompletion: string;
      now: string;
    }
  /** The size of the text that a translation found, and pages that were counted for it. */
  | {
      type: 'RecordDocumentSize';
      translationId: string;
      size: TextSize;
      pageCount: number;
      pageCountSource: PageCountSource;
      now: string;
    }
  | {
      type: 'RecordTranslationProgress';
      translationId: string;
      segmentsDone: number;
      segmentsTotal: number;
      estimatedCompletion?: string;
      /** That of all batches that are finished. */
      provenance?: Provenance;
    }
  | {
      type: 'CompleteDocumentTranslation';
      translationId: string;
      blobId: string;
      sizeBytes: number;
      sha256: string;
      /** Bytes that its files add to those that are stored. */
      storedBytes?: number;
      model: string;
      confidence: number;
      provenance?: Provenance;
      now: string;
      expiresAt: string;
    }
  | { type: 'FailDocumentTranslation'; translationId: string; error: DocumentFailure; now: string; expiresAt: string }
  /** `targetLanguage` picks a translation; the newest when omitted. */
  | { type: 'DownloadDocument'; targetLanguage?: string; includesSource?: true; asPages?: true; now: string }
  | { type: 'DownloadSource'; asPages?: true; laidOutPages?: number | undefined; now: string }
  | { type: 'ExpireDocument'; now: string }
  | { type: 'DeleteDocument'; now: string };
