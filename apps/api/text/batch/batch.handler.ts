import { Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { RequestContext } from '#libs/application/request-context.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { askedLanguages, noteAsked } from '#libs/application/text-usage/asked-text.js';
import { countCodePoints } from '#libs/documents/formats/counting.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import type { Reservation } from '#libs/ports/limits/limits.port.js';
import { CharacterQuota } from '../../access/limits/character-quota.js';
import { TextEngines } from '../translation/text-engines.js';
import type { BatchRequest, BatchResult } from './batch.dto.js';
import { batchFact, commonTo } from './batch-fact.js';
import { type PreparedBatch, prepareBatch, translateBatch } from './batch-translation.js';

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Languages and size of the texts that can be translated; a text that occurs twice counts twice. */
const sizeOf = ({ items, characterCount }: PreparedBatch, { texts }: BatchRequest): RefusedText => {
  const words = new Map(items.map(({ text, wordCount }) => [text, wordCount]));
  return {
    ...(items.length > 0 && { sourceLanguage: commonTo(items.map(({ source }) => source)) }),
    wordCount: sum(texts.map((text) => words.get(text) ?? 0)),
    characterCount,
  };
};

export interface BatchResponse {
  data: BatchResult;
  /** Hashes of the models of all its texts, in the order of first use. */
  modelSha256: readonly string[];
}

/** Translates a batch and writes one fact of all of it before it responds. */
@Injectable()
export class BatchHandler {
  constructor(
    private readonly engines: TextEngines,
    private readonly recorder: ActRecorder,
    private readonly quota: CharacterQuota,
  ) {}

  /** With `partial`, a text that fails does not fail the request. */
  async handle(
    request: RequestContext,
    access: KeyAccess,
    body: BatchRequest,
    partial: boolean,
  ): Promise<BatchResponse> {
    const asked = { ...askedLanguages(body.source, body.target), domain: generalDomain };
    noteAsked(request, { ...asked, characterCount: sum(body.texts.map(countCodePoints)) });
    const read = await prepareBatch(this.engines, body, partial);
    noteAsked(request, sizeOf(read, body));
    const translate = async (reservation: Reservation): Promise<BatchResponse> => {
      const { organizationId } = access;
      const { translations, succeeded } = await translateBatch(this.engines, organizationId, body, partial, read);
      const fact = batchFact(access, body.target, succeeded);
      await this.recorder.record(request, access, fact);
      const { wordCount, characterCount, modelSha256 = [] } = fact.data;
      await reservation.commit(characterCount);
      const data = { translations, total_word_count: wordCount, total_character_count: characterCount };
      return { data, modelSha256 };
    };
    const spending = this.recorder.spending(request, access);
    return this.quota.spend(access, read.characterCount, 'insufficient_quota', translate, spending);
  }
}
