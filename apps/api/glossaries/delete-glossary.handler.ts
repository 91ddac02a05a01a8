import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { executeOwned } from '#libs/application/glossaries/owned-glossary.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { OwnWrites } from '../access/own-writes.js';
import { Engines } from '../engines.js';

/** The event first; then entries and keys at once. The worker removes what a crash in between leaves. */
@Injectable()
export class DeleteGlossaryHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly library: GlossaryLibrary,
    private readonly ownWrites: OwnWrites,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, id: string): Promise<void> {
    const metadata = await this.recorder.metadata(request, access);
    const command = { type: 'DeleteGlossary', now: metadata.occurredAt } as const;
    const { events } = await executeOwned(this.engines.eventStore, id, command, metadata);
    request.caller.recorded = true;
    const blobIds = events.flatMap((event) => (event.type === 'GlossaryDeleted' ? event.data.blobIds : []));
    this.library.drop(blobIds);
    await Promise.all(blobIds.map((blobId) => this.engines.blobs.delete(blobId)));
    // Another one may be bound to its domain.
    await this.ownWrites.visibleIn('glossaries');
    this.library.forget(access.organizationId);
  }
}
