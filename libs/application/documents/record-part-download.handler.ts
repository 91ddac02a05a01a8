import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { executeOnOwnDocument } from './own-document.js';
import { downloadIn, downloadSource } from './translated-file.js';

/** Something of a document that is sent in place of a translated file; without a language pages are of the newest translation. */
export type DocumentPart =
  | { part: 'source' }
  /** `laidOutPages` where the document has pages only once it is laid out, as for these pictures. */
  | { part: 'pages'; side: 'source'; laidOutPages?: number }
  | { part: 'pages'; side: 'target'; targetLanguage: string | undefined };

const commandFor = (part: DocumentPart, now: string) => {
  if (part.part === 'source') return downloadSource(now);
  if (part.side === 'source')
    return { ...downloadSource(now), asPages: true, laidOutPages: part.laidOutPages } as const;
  return { ...downloadIn(part.targetLanguage, now), asPages: true } as const;
};

/** Records that the uploaded file was sent, or that pages of one side of a document are shown. */
export class RecordPartDownload extends Command<void> {
  constructor(
    readonly documentId: string,
    readonly part: DocumentPart,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordPartDownload, EVENT_STORE)
export class RecordPartDownloadHandler implements CommandHandler<RecordPartDownload> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ documentId, part, metadata }: RecordPartDownload): Promise<void> {
    await executeOnOwnDocument(this.eventStore, documentId, commandFor(part, metadata.occurredAt), metadata);
  }
}
