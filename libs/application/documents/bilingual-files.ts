import { Inject, Injectable } from '@nestjs/common';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { mergeOptionsOf } from '#libs/documents/options/format-options.js';
import { rulesOf } from '#libs/documents/options/translation-rules.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import { bilingualBlobOf, segmentsBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { readSegments } from '#libs/documents/stored-files/stored-segments.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { Translation } from '#libs/domain/document/document.state.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE, FORMAT_HOST } from '#libs/ports/tokens.js';
import { MadeFiles, usualWaitMs } from './made-files.js';
import { loadOwnDocument } from './own-document.js';
import { type TranslatedFile, translationOf, type WantedFile } from './translated-file.js';

interface Source {
  upload: DocumentEventData<'DocumentUploaded'>;
  translation: Translation;
}

const notPossible = (reason: string): Rejection =>
  new Rejection('invalid_request', {
    message: `include_source ${reason}.`,
    details: { include_source: [reason] },
  });

/**
 * Files with the source text beside its translation. Each is made at its first download, once on a node however many
 * ask for it, and kept with the translation.
 */
@Injectable()
export class BilingualFiles {
  private readonly files: MadeFiles;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(FORMAT_HOST) private readonly formats: Pick<FormatHost, 'formats' | 'merge'>,
  ) {
    this.files = new MadeFiles(eventStore, blobs);
  }

  /**
   * @throws Rejection `service_unavailable` while the file is still being made, `invalid_request` where it cannot be,
   * and as a download is refused
   */
  async file(wanted: WantedFile, waitMs = usualWaitMs): Promise<TranslatedFile> {
    const { organizationId, documentId } = wanted;
    const state = await loadOwnDocument(this.eventStore, organizationId, documentId);
    await this.assertPossible(state.upload);
    const source = { upload: state.upload, translation: translationOf(state, wanted.targetLanguage) };
    const { id, targetLanguage } = source.translation;
    const blobId = bilingualBlobOf(documentId, id);
    const make = () => this.content(blobId, source);
    const { size: sizeBytes } = await this.files.file({ organizationId, documentId, blobId, make }, waitMs);
    return { blobId, sizeBytes, targetLanguage };
  }

  private async assertPossible({ format, organizationId }: Source['upload']): Promise<void> {
    const formats = await this.formats.formats({ organizationId });
    if (formats.some(({ name, options }) => name === format && options.includes('include_source'))) return;
    throw notPossible(`is not possible for files of the format ${format}`);
  }

  private async *content(blobId: string, { upload, translation }: Source): AsyncGenerator<Uint8Array, void> {
    const { documentId, organizationId, format, sourceLanguage } = upload;
    const { id, options, targetLanguage } = translation;
    const file = blobAsFile(this.blobs, { id: upload.blobId, size: upload.sizeBytes, sha256: upload.sha256 });
    try {
      const rules = await rulesOf(this.blobs, options);
      const segmentsBlobId = segmentsBlobOf(documentId, id);
      await this.blobs.stat(segmentsBlobId);
      const mergeOptions = mergeOptionsOf({ options, sourceLanguage, targetLanguage }, rules, true);
      const segments = readSegments(this.blobs, segmentsBlobId);
      yield* this.formats.merge(format, file, mergeOptions, segments, { organizationId });
    } catch (error) {
      if (error instanceof FormatError) throw new Rejection('processing_failed', { message: error.message });
      if (!(error instanceof BlobNotFoundError)) throw error;
      await this.files.assertStillThere({ documentId, blobId });
      throw notPossible('is not possible for a translation of an older release; request it again');
    }
  }
}
