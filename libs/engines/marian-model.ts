import type { ModelManifest } from '#libs/models/model-manifest.js';
import type { MarianModel } from '#libs/ports/inference/marian/marian-models.js';

/**
 * An installed model as the inference process names it.
 * @param version of the package that translates with it
 */
export const marianModelOf = (manifest: ModelManifest, version: string): MarianModel => ({
  id: manifest.modelId,
  name: manifest.name,
  engine: manifest.engine,
  architecture: manifest.architecture ?? '',
  engineVersion: `marian ${version}`,
  sourceLanguage: manifest.sourceLanguages[0] ?? '',
  targetLanguage: manifest.targetLanguages[0] ?? '',
  sourceLanguages: manifest.sourceLanguages,
  targetLanguages: manifest.targetLanguages,
  sha256: manifest.modelSha256,
  sizeBytes: manifest.sizeBytes,
  licence: manifest.licence,
  licenceUrl: manifest.licenceUrl,
  source: manifest.source,
  files: manifest.files,
  since: manifest.installedAt,
});
