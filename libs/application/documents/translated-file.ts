import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import type { Document, Translation } from '#libs/domain/document/document.state.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type ExistingDocument, loadOwnDocument } from './own-document.js';

/** The file that a download sends. */
export interface TranslatedFile {
  blobId: string;
  sizeBytes: number;
  targetLanguage: string;
}

/** A translation whose file is asked for. */
export interface WantedFile {
  organizationId: string;
  documentId: string;
  /** The translation to this language; the newest when undefined. */
  targetLanguage: string | undefined;
}

/** The command that downloads a document in one language, its newest translation when that is undefined. */
export const downloadIn = (targetLanguage: string | undefined, now: string, includesSource = false) =>
  ({
    type: 'DownloadDocument',
    ...(targetLanguage === undefined ? {} : { targetLanguage }),
    ...(includesSource ? ({ includesSource: true } as const) : {}),
    now,
  }) as const;

/** The command that downloads the uploaded file. */
export const downloadSource = (now: string) => ({ type: 'DownloadSource', now }) as const;

/** @throws Rejection as a download of the uploaded file is refused */
export const assertSourceThere = (state: ExistingDocument): void => {
  document.decide(downloadSource(new Date().toISOString()), state);
};

const translationOfDownload = (state: Document, [downloaded]: readonly DocumentEvent[]): Translation | undefined => {
  if (state.status !== 'active' || downloaded?.type !== 'DocumentDownloaded') return undefined;
  const { translationId } = downloaded.data;
  return state.translations.find(({ id }) => id === translationId);
};

/** The file of a download by its events; undefined when it has been removed since. */
export const fileOfDownload = (state: Document, events: readonly DocumentEvent[]): TranslatedFile | undefined => {
  const translation = translationOfDownload(state, events);
  if (translation?.blobId === undefined || translation.sizeBytes === undefined) return undefined;
  return { blobId: translation.blobId, sizeBytes: translation.sizeBytes, targetLanguage: translation.targetLanguage };
};

/**
 * The file that a download would send now; none is recorded.
 * @throws Rejection `document_not_found`, and as a download is refused
 */
export const fileForDownload = async (
  store: Pick<EventStore, 'readStream'>,
  organizationId: string,
  documentId: string,
  targetLanguage: string | undefined,
): Promise<TranslatedFile | undefined> => {
  const state = await loadOwnDocument(store, organizationId, documentId);
  return fileOfDownload(state, document.decide(downloadIn(targetLanguage, new Date().toISOString()), state));
};

/**
 * The translation that a download of the document would send now; none is recorded.
 * @throws Rejection as a download is refused
 */
export const translationOf = (state: ExistingDocument, targetLanguage: string | undefined): Translation => {
  const events = document.decide(downloadIn(targetLanguage, new Date().toISOString()), state);
  const translation = translationOfDownload(state, events);
  if (translation === undefined) throw new Rejection('document_not_found');
  return translation;
};
