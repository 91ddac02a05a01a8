import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { uploaderMetadata } from './document.fixture.js';
import { InMemoryBlobStore } from './in-memory-blob-store.js';
import { InMemoryEventStore } from './in-memory-event-store.js';

export const glossaryId = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const now = uploaderMetadata.occurredAt;

/** Glossaries in a log and a blob store in memory. */
export class GlossaryFixture {
  readonly eventStore = new InMemoryEventStore();
  readonly blobs = new InMemoryBlobStore();
  private commands = 0;

  /** Creates a glossary of `org_1` from English to Spanish; `changes` replaces fields. */
  async create(
    entries: readonly GlossaryEntry[],
    changes: Partial<Pick<GlossaryVersion, 'glossaryId' | 'organizationId' | 'targetLanguage' | 'domain'>> = {},
  ): Promise<GlossaryVersion> {
    const id = changes.glossaryId ?? glossaryId;
    const facts = { organizationId: 'org_1', sourceLanguage: 'en', targetLanguage: 'es', domain: null, ...changes };
    const stored = await storeEntries(this.blobs, id, entries, 'org_1');
    return this.run(id, { type: 'CreateGlossary', glossaryId: id, name: 'terms', ...facts, entries: stored, now });
  }

  async replace(entries: readonly GlossaryEntry[]): Promise<GlossaryVersion> {
    const stored = await storeEntries(this.blobs, glossaryId, entries, 'org_1');
    return this.run(glossaryId, { type: 'ReplaceGlossaryEntries', entries: stored, now });
  }

  /** Deletes the glossary in the log; its entries stay where they are. */
  async delete(): Promise<void> {
    await this.execute(glossaryId, { type: 'DeleteGlossary', now });
  }

  private async run(id: string, command: Parameters<typeof glossary.decide>[0]): Promise<GlossaryVersion> {
    const { state } = await this.execute(id, command);
    if (state.status !== 'active') throw new Error('The glossary is not there');
    return state.newest;
  }

  private execute(id: string, command: Parameters<typeof glossary.decide>[0]) {
    this.commands += 1;
    const context = { commandId: `glossary-command-${this.commands}`, metadata: uploaderMetadata };
    return execute(this.eventStore, glossary, id, command, context);
  }
}
