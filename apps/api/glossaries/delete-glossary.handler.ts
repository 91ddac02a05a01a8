import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '../access/key-access.js';
import { ActRecorder } from '../commands/act-recorder.js';
import { Engines } from '../engines.js';
import { OwnWrites } from '../read/own-writes.js';
import { GlossaryLibrary } from './glossary-library.js';
import { executeOwned } from './owned-glossary.js';

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
