import { Inject, Injectable } from '@nestjs/common';
import { newestVersion } from '#libs/application/glossaries/own-glossary.js';
import { loadEntries } from '#libs/application/glossaries/stored-entries.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { GlossaryQueries, type GlossaryRecord } from '#projections/glossaries/glossaries.queries.js';
import { recordOf } from './glossary-response.js';

interface FoundGlossary {
  record: GlossaryRecord;
  /** Id of the blob of its entries. */
  blobId: string;
}

/** Finds the newest version of a glossary, with its entries. */
@Injectable()
export class FindGlossaryHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(GlossaryQueries) private readonly queries: Pick<GlossaryQueries, 'find'>,
  ) {}

  /**
   * Reads the log, which has the newest version at once; while it is away, the read model.
   * @throws Rejection `glossary_not_found`, also for a glossary of another organization
   */
  async handle(organizationId: string, id: string): Promise<{ record: GlossaryRecord; entries: GlossaryEntry[] }> {
    const { record, blobId } = await this.newest(organizationId, id);
    return { record, entries: await this.entriesIn(blobId) };
  }

  private async newest(organizationId: string, id: string): Promise<FoundGlossary> {
    try {
      const version = await newestVersion(this.eventStore, organizationId, id);
      return { record: recordOf(version), blobId: version.blobId };
    } catch (error) {
      if (!isOutage(error)) throw error;
      const row = await this.queries.find(organizationId, id);
      if (row === undefined) throw new Rejection('glossary_not_found');
      const { blob_id: blobId, ...record } = row;
      if (blobId === null) throw error;
      return { record, blobId };
    }
  }

  private async entriesIn(blobId: string): Promise<GlossaryEntry[]> {
    try {
      return await loadEntries(this.blobs, blobId);
    } catch (error) {
      // The glossary was deleted between the reads of the event and of the entries.
      if (error instanceof BlobNotFoundError) throw new Rejection('glossary_not_found');
      throw error;
    }
  }
}
