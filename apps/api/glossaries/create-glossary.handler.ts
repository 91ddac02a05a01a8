import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { OwnWrites } from '../access/own-writes.js';
import { Engines } from '../engines.js';
import { validated } from '../http/validation.js';
import { CreateGlossaryFields } from './glossaries.dto.js';
import { readGlossaryBody } from './glossary-body.js';
import { assertGlossaryLanguages } from './glossary-languages.js';
import { whileStored } from './while-stored.js';

/** Keeps the entries, writes the event, and only then answers. */
@Injectable()
export class CreateGlossaryHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly library: GlossaryLibrary,
    private readonly ownWrites: OwnWrites,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess): Promise<GlossaryVersion> {
    const { blobs, eventStore, inference } = this.engines;
    const { organizationId } = access;
    const body = await readGlossaryBody(request);
    const fields = validated(CreateGlossaryFields, body.fields);
    const languages = { source: fields.source_language, target: fields.target_language };
    await assertGlossaryLanguages(inference, languages);
    const entries = body.entries(languages);
    const metadata = await this.recorder.metadata(request, access);
    const glossaryId = newId('glo');
    const created = await whileStored(blobs, glossaryId, entries, async (stored) => {
      const command = {
        type: 'CreateGlossary',
        glossaryId,
        organizationId,
        name: fields.name,
        sourceLanguage: languages.source,
        targetLanguage: languages.target,
        domain: fields.domain ?? null,
        entries: stored,
        now: metadata.occurredAt,
      } as const;
      const context = { commandId: metadata.requestId, metadata };
      const { events } = await execute(eventStore, glossary, glossaryId, command, context);
      if (events[0]?.type !== 'GlossaryCreated') throw new Error('A glossary that was created is in the log');
      return events[0].data;
    });
    request.caller.recorded = true;
    if (created.domain !== null) {
      await this.ownWrites.visibleIn('glossaries');
      this.library.forget(organizationId);
    }
    return created;
  }
}
