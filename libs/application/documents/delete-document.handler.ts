import { withBlobsBeside } from '#libs/documents/stored-files/document-blobs.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { documentHolds } from '../holds/document-holds.js';
import { assertNotHeld, LEGAL_HOLDS, type LegalHolds } from '../holds/legal-holds.port.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { executeOnOwnDocument } from './own-document.js';

export class DeleteDocument extends Command<void> {
  constructor(
    readonly documentId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/**
 * Refuses what a legal hold keeps as `conflict`. Writes the event first, then deletes files and keys at once. The worker removes anything that a crash in between
 * leaves.
 */
@handles(DeleteDocument, EVENT_STORE, BLOB_STORE, LEGAL_HOLDS)
export class DeleteDocumentHandler implements CommandHandler<DeleteDocument> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly blobs: Pick<BlobStore, 'delete'>,
    private readonly holds: LegalHolds,
  ) {}

  async execute({ documentId, metadata }: DeleteDocument): Promise<void> {
    if (isId(documentId, 'doc')) {
      assertNotHeld(await documentHolds(this.eventStore, this.holds, metadata.organizationId, documentId));
    }
    const command = { type: 'DeleteDocument', now: metadata.occurredAt } as const;
    const { events } = await executeOnOwnDocument(this.eventStore, documentId, command, metadata);
    const blobIds = events.flatMap((event) => (event.type === 'DocumentDeleted' ? event.data.blobIds : []));
    const all = withBlobsBeside(documentId, blobIds);
    await onceRecorded(() => Promise.all(all.map((blobId) => this.blobs.delete(blobId))));
  }
}
