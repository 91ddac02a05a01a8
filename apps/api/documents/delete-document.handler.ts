import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { executeOwned } from '#libs/application/documents/owned-document.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { Engines } from '../engines.js';

/** The event first; then the files and keys at once. The worker removes what a crash in between leaves. */
@Injectable()
export class DeleteDocumentHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, id: string): Promise<void> {
    const metadata = await this.recorder.metadata(request, access);
    const command = { type: 'DeleteDocument', now: metadata.occurredAt } as const;
    const { events } = await executeOwned(this.engines.eventStore, id, command, metadata);
    request.caller.recorded = true;
    for (const event of events) {
      if (event.type !== 'DocumentDeleted') continue;
      await Promise.all(event.data.blobIds.map((blobId) => this.engines.blobs.delete(blobId)));
    }
  }
}
