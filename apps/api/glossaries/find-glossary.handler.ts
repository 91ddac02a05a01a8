import { Inject, Injectable } from '@nestjs/common';
import { newestVersion } from '#libs/application/glossaries/own-glossary.js';
import { loadEntries } from '#libs/application/glossaries/stored-entries.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';

/** Finds the newest version of a glossary, with its entries. */
@Injectable()
export class FindGlossaryHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
  ) {}

  /** @throws Rejection `glossary_not_found`, also for a glossary of another organization */
  async handle(organizationId: string, id: string): Promise<{ version: GlossaryVersion; entries: GlossaryEntry[] }> {
    const version = await newestVersion(this.eventStore, organizationId, id);
    return { version, entries: await this.entriesOf(version) };
  }

  private async entriesOf({ blobId }: GlossaryVersion): Promise<GlossaryEntry[]> {
    try {
      return await loadEntries(this.blobs, blobId);
    } catch (error) {
      // The glossary was deleted between the reads of the event and of the entries.
      if (error instanceof BlobNotFoundError) throw new Rejection('glossary_not_found');
      throw error;
    }
  }
}
