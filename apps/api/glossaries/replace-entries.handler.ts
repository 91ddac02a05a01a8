import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { executeOwned, newestVersion } from '#libs/application/glossaries/owned-glossary.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { Engines } from '../engines.js';
import { readGlossaryBody } from './glossary-body.js';
import { versionsMatching } from './version-tag.js';
import { whileStored } from './while-stored.js';

/** Makes a new version, also of the same entries: every change that was asked for is in the audit log. */
@Injectable()
export class ReplaceEntriesHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, id: string): Promise<GlossaryVersion> {
    const { blobs, eventStore } = this.engines;
    const { sourceLanguage, targetLanguage } = await newestVersion(eventStore, access.organizationId, id);
    const body = await readGlossaryBody(request);
    const entries = body.entries({ source: sourceLanguage, target: targetLanguage });
    const expectedVersions = versionsMatching(request.headers['if-match']);
    const metadata = await this.recorder.metadata(request, access);
    const { droppedBlobIds, ...version } = await whileStored(blobs, id, entries, async (stored) => {
      const command = {
        type: 'ReplaceGlossaryEntries',
        entries: stored,
        ...(expectedVersions === undefined ? {} : { expectedVersions }),
        now: metadata.occurredAt,
      } as const;
      const { events } = await executeOwned(eventStore, id, command, metadata);
      if (events[0]?.type !== 'GlossaryEntriesReplaced') throw new Error('Entries that were replaced are in the log');
      return events[0].data;
    });
    request.caller.recorded = true;
    await Promise.all(droppedBlobIds.map((blobId) => blobs.delete(blobId)));
    return version;
  }
}
