import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { onceRecorded } from '../recorded-but-unfinished.errors.js';
import { executeOnOwnGlossary } from './own-glossary.js';
import { withStoredEntries } from './with-stored-entries.js';

export interface EntryReplacement {
  glossaryId: string;
  entries: readonly GlossaryEntry[];
  /** Versions of which one must be the newest; any version will do when undefined. */
  expectedVersions: readonly number[] | undefined;
}

/** Makes a new version, also of the same entries: every requested change is in the audit log. */
export class ReplaceGlossaryEntries extends Command<GlossaryVersion> {
  constructor(
    readonly replacement: EntryReplacement,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ReplaceGlossaryEntries, EVENT_STORE, BLOB_STORE)
export class ReplaceGlossaryEntriesHandler implements CommandHandler<ReplaceGlossaryEntries> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly blobs: CountedBlobStore,
  ) {}

  async execute({ replacement, metadata }: ReplaceGlossaryEntries): Promise<GlossaryVersion> {
    const { glossaryId, entries, expectedVersions } = replacement;
    const kept = { entries, organizationId: metadata.organizationId };
    const replaced = await withStoredEntries(this.blobs, glossaryId, kept, async (stored) => {
      const command = {
        type: 'ReplaceGlossaryEntries',
        entries: stored,
        ...(expectedVersions === undefined ? {} : { expectedVersions }),
        now: metadata.occurredAt,
      } as const;
      const { events } = await executeOnOwnGlossary(this.eventStore, glossaryId, command, metadata);
      if (events[0]?.type !== 'GlossaryEntriesReplaced') throw new Error('Entries that were replaced are in the log');
      return events[0].data;
    });
    const { droppedBlobIds, ...version } = replaced;
    await onceRecorded(() => Promise.all(droppedBlobIds.map((blobId) => this.blobs.delete(blobId))));
    return version;
  }
}
