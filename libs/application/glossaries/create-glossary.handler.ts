import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import type { GlossaryLanguages } from '#libs/text/glossary/glossary-languages.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { withStoredEntries } from './with-stored-entries.js';

export interface NewGlossary {
  name: string;
  languages: GlossaryLanguages;
  /** The domain that the glossary is bound to, if any. */
  domain: string | null;
  entries: readonly GlossaryEntry[];
}

/** Returns the first version. */
export class CreateGlossary extends Command<GlossaryVersion> {
  constructor(
    readonly glossary: NewGlossary,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(CreateGlossary, EVENT_STORE, BLOB_STORE)
export class CreateGlossaryHandler implements CommandHandler<CreateGlossary> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly blobs: CountedBlobStore,
  ) {}

  async execute({
    glossary: { name, languages, domain, entries },
    metadata,
  }: CreateGlossary): Promise<GlossaryVersion> {
    const glossaryId = newId('glo');
    const kept = { entries, organizationId: metadata.organizationId };
    return withStoredEntries(this.blobs, glossaryId, kept, async (stored) => {
      const command = {
        type: 'CreateGlossary',
        glossaryId,
        organizationId: metadata.organizationId,
        name,
        sourceLanguage: languages.source,
        targetLanguage: languages.target,
        domain,
        entries: stored,
        now: metadata.occurredAt,
      } as const;
      const context = { commandId: metadata.requestId, metadata };
      const { events } = await execute(this.eventStore, glossary, glossaryId, command, context);
      if (events[0]?.type !== 'GlossaryCreated') throw new Error('A glossary that was created is in the log');
      return events[0].data;
    });
  }
}
