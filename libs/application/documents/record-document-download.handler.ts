import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { executeOnOwnDocument } from './own-document.js';
import { downloadIn, fileOfDownload, type TranslatedFile } from './translated-file.js';

/**
 * Records a download, of the translation alone or with its source beside it. `targetLanguage` picks a translation; the
 * newest when undefined. Returns undefined when its file has been removed since.
 */
export class RecordDocumentDownload extends Command<TranslatedFile | undefined> {
  constructor(
    readonly documentId: string,
    readonly targetLanguage: string | undefined,
    readonly includesSource: boolean,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordDocumentDownload, EVENT_STORE)
export class RecordDocumentDownloadHandler implements CommandHandler<RecordDocumentDownload> {
  constructor(private readonly eventStore: EventStore) {}

  async execute(download: RecordDocumentDownload): Promise<TranslatedFile | undefined> {
    const { documentId, targetLanguage, includesSource, metadata } = download;
    const command = downloadIn(targetLanguage, metadata.occurredAt, includesSource);
    const { state, events } = await executeOnOwnDocument(this.eventStore, documentId, command, metadata);
    return fileOfDownload(state, events);
  }
}
