import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { NewGlossary } from '#libs/application/glossaries/create-glossary.handler.js';
import { newestVersion } from '#libs/application/glossaries/own-glossary.js';
import type { EntryReplacement } from '#libs/application/glossaries/replace-glossary-entries.handler.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { EVENT_STORE, INFERENCE } from '#libs/ports/tokens.js';
import { accessOf } from '../http/request-context.js';
import { assertNoFields, noteUnknownFields } from '../http/unknown-fields.js';
import { validated } from '../http/validation.js';
import { FieldsBesideFile, GivenGlossaryFields } from './glossaries.dto.js';
import { readGlossaryBody } from './glossary-body.js';
import { checkGlossaryLanguages } from './glossary-languages.js';
import { versionsMatching } from './version-tag.js';

/** Reads the bodies of glossary requests, whether they came as JSON, as a form or as a file. */
@Injectable()
export class GlossaryRequests {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
  ) {}

  async readNew(request: FastifyRequest): Promise<NewGlossary> {
    const body = await readGlossaryBody(request);
    const fields = validated(body.isFile ? FieldsBesideFile : GivenGlossaryFields, body.fields);
    const languages = await checkGlossaryLanguages(this.inference, {
      source: fields.source_language,
      target: fields.target_language,
    });
    return { name: fields.name, languages, domain: fields.domain ?? null, entries: body.entries(languages) };
  }

  /** @throws Rejection `glossary_not_found`, before the body is read */
  async readEntries(request: FastifyRequest, glossaryId: string): Promise<EntryReplacement> {
    const { organizationId } = accessOf(request);
    const { sourceLanguage, targetLanguage } = await newestVersion(this.eventStore, organizationId, glossaryId);
    const body = await readGlossaryBody(request);
    // Entries in a file are all that replaces entries.
    if (body.isFile) assertNoFields(body.fields, ['file']);
    else if (typeof body.fields === 'object' && body.fields !== null) noteUnknownFields(body.fields, ['entries']);
    const entries = body.entries({ source: sourceLanguage, target: targetLanguage });
    return { glossaryId, entries, expectedVersions: versionsMatching(request.headers['if-match']) };
  }
}
