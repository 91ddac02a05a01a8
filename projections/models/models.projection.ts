import type { ModelEvent } from '#libs/domain/model/model.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { ModelEntity } from './model.entity.js';

export const models = projection<ModelEntity, ModelEvent['type']>({
  name: 'models',
  version: 1,
  table: 'read_model.model',
  primaryKey: ['sha256', 'revision'],
  onFailure: 'park',
  handlers: {
    ModelInstalled: (rows, { data, revision }) =>
      rows.insert({
        sha256: data.modelSha256,
        revision,
        model_id: data.modelId,
        name: data.name,
        engine: data.engine,
        source_languages: data.sourceLanguages,
        target_languages: data.targetLanguages,
        size_bytes: data.sizeBytes,
        licence: data.licence,
        licence_url: data.licenceUrl,
        source: data.source,
        installed_at: data.installedAt,
        removed_at: null,
      }),
    // The events of a stream alternate.
    ModelRemoved: (rows, { data, revision }) =>
      rows.update({ sha256: data.modelSha256, revision: revision - 1 }, { removed_at: data.removedAt }),
  },
});
