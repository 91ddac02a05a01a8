import type { EngineUse, Provenance } from '#libs/domain/provenance.js';
import type { TranslationResult } from './inference.port.js';

/** The use of an engine whose texts leave no process of the service. */
export const usedInside = (id: string): EngineUse => ({ id, host: null, region: null });

/** Provenance of something for which no engine was given text. */
export const madeByNone: Provenance = { modelSha256: [], engines: [] };

/** Provenance of what an engine answered, as events have it. */
export const provenanceOf = ({
  modelSha256 = [],
  engines,
  rulesVersion,
  engineVersion,
}: Pick<TranslationResult, keyof Provenance>): Provenance => ({
  modelSha256: [...modelSha256],
  ...(engines && { engines }),
  ...(rulesVersion === undefined ? {} : { rulesVersion }),
  ...(engineVersion === undefined ? {} : { engineVersion }),
});
