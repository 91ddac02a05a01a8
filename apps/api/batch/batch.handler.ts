import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '../access/key-access.js';
import { ActRecorder } from '../commands/act-recorder.js';
import { Engines } from '../engines.js';
import type { BatchRequest, BatchResult } from './batch.dto.js';
import { batchFact } from './batch-fact.js';
import { translateBatch } from './batch-translation.js';

/** Translates, writes one fact of it all, and only then answers. */
@Injectable()
export class BatchHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
  ) {}

  /** `partial`: a text that fails does not fail the request. */
  async handle(request: FastifyRequest, access: KeyAccess, body: BatchRequest, partial: boolean): Promise<BatchResult> {
    const { translations, succeeded } = await translateBatch(this.engines, access.organizationId, body, partial);
    const fact = batchFact(access, body.target, succeeded);
    await this.recorder.record(request, access, fact);
    const { wordCount, characterCount } = fact.data;
    return { translations, total_word_count: wordCount, total_character_count: characterCount };
  }
}
