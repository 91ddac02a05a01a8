import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newestVersion } from '#libs/application/glossaries/owned-glossary.js';
import { loadEntries } from '#libs/application/glossaries/stored-entries.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import { type GlossaryFormat, writeGlossaryFile } from '#libs/text/glossary/exchange/glossary-file.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { Engines } from '../engines.js';
import { envelope } from '../http/envelope.js';
import { attachment, cleanFileName } from '../http/multipart/file-name.js';
import type { GlossaryWithEntriesDto } from './glossaries.dto.js';
import { recordOf, toGlossaryDto } from './glossary-answer.js';
import { acceptedFormat, mediaTypeOf } from './glossary-format.js';
import { versionTag } from './version-tag.js';

@Injectable()
export class FindGlossaryHandler {
  constructor(private readonly engines: Engines) {}

  /** Sends the record with its entries, or these as a file where `format` or the header `Accept` ask for one. */
  async handle(
    request: FastifyRequest,
    reply: FastifyReply,
    { organizationId }: KeyAccess,
    id: string,
    format: GlossaryFormat | undefined,
  ): Promise<void> {
    const version = await newestVersion(this.engines.eventStore, organizationId, id);
    const entries = await this.entriesOf(version.blobId);
    reply
      .header('Cache-Control', 'private, no-store')
      .header('Vary', 'Accept')
      .header('ETag', versionTag(version.version));
    const wanted = format ?? acceptedFormat(request.headers.accept);
    if (wanted === undefined) {
      const data: GlossaryWithEntriesDto = { ...toGlossaryDto(recordOf(version)), entries };
      await reply.send(envelope(request, data));
      return;
    }
    const languages = { source: version.sourceLanguage, target: version.targetLanguage };
    await reply
      .type(mediaTypeOf(wanted))
      .header('Content-Disposition', attachment(`${cleanFileName(version.name)}.${wanted}`))
      .send(Buffer.from(writeGlossaryFile(entries, wanted, languages)));
  }

  private async entriesOf(blobId: string): Promise<GlossaryEntry[]> {
    try {
      return await loadEntries(this.engines.blobs, blobId);
    } catch (error) {
      // Deleted between the event and the entries.
      if (error instanceof BlobNotFoundError) throw new Rejection('glossary_not_found');
      throw error;
    }
  }
}
