import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertNotHeld, LEGAL_HOLDS, type LegalHolds } from '../holds/legal-holds.port.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { GlossaryLibrary } from './glossary-library.js';
import { executeOnOwnGlossary } from './own-glossary.js';

export class DeleteGlossary extends Command<void> {
  constructor(
    readonly glossaryId: string,
    readonly metadata: EventMetadata,
    /** Versions of which the newest is to be one; any version when undefined. */
    readonly expectedVersions?: readonly number[],
  ) {
    super();
  }
}

/**
 * Refuses what a legal hold keeps as `conflict`. Writes the event first, then deletes entries and keys at once. The worker removes anything that a crash in
 * between leaves.
 */
@handles(DeleteGlossary, EVENT_STORE, BLOB_STORE, LEGAL_HOLDS, GlossaryLibrary)
export class DeleteGlossaryHandler implements CommandHandler<DeleteGlossary> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly blobs: Pick<BlobStore, 'delete'>,
    private readonly holds: LegalHolds,
    private readonly library: Pick<GlossaryLibrary, 'drop'>,
  ) {}

  async execute({ glossaryId, metadata, expectedVersions }: DeleteGlossary): Promise<void> {
    await this.assertDeletable(glossaryId, metadata.organizationId);
    const expected = expectedVersions === undefined ? {} : { expectedVersions };
    const command = { type: 'DeleteGlossary', ...expected, now: metadata.occurredAt } as const;
    const { events } = await executeOnOwnGlossary(this.eventStore, glossaryId, command, metadata);
    const blobIds = events.flatMap((event) => (event.type === 'GlossaryDeleted' ? event.data.blobIds : []));
    this.library.drop(blobIds);
    await onceRecorded(() => Promise.all(blobIds.map((blobId) => this.blobs.delete(blobId))));
  }

  /** A glossary that is gone, or another organization's, is refused by its own rules. */
  private async assertDeletable(glossaryId: string, organizationId: string): Promise<void> {
    if (!isId(glossaryId, 'glo')) return;
    const { state } = await loadState(this.eventStore, glossary, glossaryId);
    if (state.status !== 'active' || state.newest.organizationId !== organizationId) return;
    const { createdAt } = state.newest;
    const thing = { organizationId, resource: 'glossary', resourceId: glossaryId, subject: null, createdAt } as const;
    assertNotHeld(await this.holds.on(thing));
  }
}
