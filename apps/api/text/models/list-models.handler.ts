import { Inject, Injectable } from '@nestjs/common';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { EngineModel, InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
import { type WithMeta, withMeta } from '../../http/envelope.js';
import type { Model, ModelList } from './models.dto.js';

const engineAway = {
  code: 'engine_unavailable',
  message: 'The translation engine is away: these are the models that it had when it was last asked.',
} as const;

const toModel = (model: EngineModel): Model => ({
  id: model.id,
  name: model.name,
  engine: model.engine,
  source_languages: model.sourceLanguages,
  target_languages: model.targetLanguages,
  sha256: model.sha256,
  size_bytes: model.sizeBytes,
  licence: model.licence,
  licence_url: model.licenceUrl,
  source: model.source,
  qualities: model.qualities,
  since: model.since,
});

/** Lists the models that this node may use, or could while the engine was there. */
@Injectable()
export class ListModelsHandler {
  private known: ModelList | undefined;

  constructor(@Inject(INFERENCE) private readonly inference: Pick<InferenceEngine, 'models'>) {}

  /** @throws ModelUnavailableError where the engine is away and was not there before */
  async handle(): Promise<ModelList | WithMeta<ModelList>> {
    try {
      const models = await this.inference.models();
      this.known = { models: models.map(toModel).sort((a, b) => (a.id < b.id ? -1 : 1)) };
      return this.known;
    } catch (error) {
      if (!(error instanceof ModelUnavailableError) || this.known === undefined) throw error;
      return withMeta(this.known, { warnings: [engineAway] });
    }
  }
}
