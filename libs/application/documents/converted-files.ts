import { Inject, Injectable } from '@nestjs/common';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import { convertedBilingualBlobOf, convertedBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE, FORMAT_HOST } from '#libs/ports/tokens.js';
import { MadeFiles, usualWaitMs } from './made-files.js';
import { loadOwnDocument } from './own-document.js';
import { type TranslatedFile, translationOf, type WantedFile } from './translated-file.js';

/** Translations as files of other formats than their documents have. */
@Injectable()
export class ConvertedFiles {
  private readonly files: MadeFiles;

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(FORMAT_HOST) private readonly formats: Pick<ConvertingFormatHost, 'formats' | 'convert'>,
  ) {
    this.files = new MadeFiles(eventStore, blobs);
  }

  /**
   * @param bilingual makes the file with the source text beside its translation, where that is to become the other file
   * @throws Rejection `unsupported_format` where such files do not become the format, `service_unavailable` while the file
   * is still being made, and as a download is refused
   */
  async file(
    wanted: WantedFile,
    to: string,
    { bilingual, waitMs = usualWaitMs }: { bilingual?: () => Promise<TranslatedFile>; waitMs?: number } = {},
  ): Promise<TranslatedFile> {
    const { organizationId, documentId } = wanted;
    const state = await loadOwnDocument(this.eventStore, organizationId, documentId);
    const { format } = state.upload;
    await this.assertPossible(format, to, organizationId);
    const { id, targetLanguage, blobId: translated, sizeBytes } = translationOf(state, wanted.targetLanguage);
    if (translated === undefined || sizeBytes === undefined) throw new Rejection('document_not_found');
    const blobId = (bilingual === undefined ? convertedBlobOf : convertedBilingualBlobOf)(documentId, id, to);
    const make = async () => {
      const source = (await bilingual?.()) ?? { blobId: translated, sizeBytes };
      const blob = { id: source.blobId, size: source.sizeBytes, sha256: '' };
      return this.content({ format, language: targetLanguage }, to, blob, organizationId);
    };
    const { size } = await this.files.file({ organizationId, documentId, blobId, make }, waitMs);
    return { blobId, sizeBytes: size, targetLanguage };
  }

  private async assertPossible(from: string, to: string, organizationId: string): Promise<void> {
    const { outputs = [] } = (await this.formats.formats({ organizationId })).find(({ name }) => name === from) ?? {};
    if (outputs.includes(to)) return;
    const message = `The document can be downloaded as ${[from, ...outputs].join(', ')}.`;
    throw new Rejection('unsupported_format', { message });
  }

  private async *content(
    from: { format: string; language: string },
    to: string,
    source: BlobInfo,
    organizationId: string,
  ): AsyncGenerator<Uint8Array, void> {
    try {
      const file = blobAsFile(this.blobs, source);
      yield* this.formats.convert(from.format, to, file, { language: from.language }, { organizationId });
    } catch (error) {
      if (error instanceof FormatError || error instanceof UnsupportedFormatError)
        throw new Rejection('processing_failed', { message: error.message });
      if (error instanceof BlobNotFoundError) throw new Rejection('document_not_found');
      throw error;
    }
  }
}
