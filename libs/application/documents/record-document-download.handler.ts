import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { executeOnOwnDocument } from './own-document.js';

/** The file that a download sends. */
export interface TranslatedFile {
  blobId: string;
  sizeBytes: number;
  targetLanguage: string;
}

/**
 * Records a download. `targetLanguage` picks a translation; the newest when undefined. Returns undefined when its
 * file has been removed since.
 */
export class RecordDocumentDownload extends Command<TranslatedFile | undefined> {
  constructor(
    readonly documentId: string,
    readonly targetLanguage: string | undefined,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@CommandHandler(RecordDocumentDownload)
export class RecordDocumentDownloadHandler implements ICommandHandler<RecordDocumentDownload> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ documentId, targetLanguage, metadata }: RecordDocumentDownload): Promise<TranslatedFile | undefined> {
    const command = {
      type: 'DownloadDocument',
      ...(targetLanguage === undefined ? {} : { targetLanguage }),
      now: metadata.occurredAt,
    } as const;
    const { state, events } = await executeOnOwnDocument(this.eventStore, documentId, command, metadata);
    const [downloaded] = events;
    if (state.status !== 'active' || downloaded?.type !== 'DocumentDownloaded') return undefined;
    const { translationId } = downloaded.data;
    const translation = state.translations.find(({ id }) => id === translationId);
    if (translation?.blobId === undefined || translation.sizeBytes === undefined) return undefined;
    return { blobId: translation.blobId, sizeBytes: translation.sizeBytes, targetLanguage: translation.targetLanguage };
  }
}
