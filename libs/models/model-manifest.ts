import type { InstalledModel } from '#libs/domain/model/model.events.js';

/** The files of a Marian model, by their part in it; names as in `files`. */
export type ModelParts = {
  model: string;
  /** One for both languages, or that of the source and that of the target. */
  vocabularies: string[];
  shortlist?: string;
};

/**
 * A model in the folder of models: `<models>/<id>/model.json` says it, and its unpacked files lie beside. A folder without a
 * readable `model.json` is no model. It comes into its place whole, by a rename, and leaves it so.
 */
export type ModelManifest = InstalledModel & {
  parts: ModelParts;
  /** SHA-256 of each file as it was at the source, hex, by its name there: what an update compares; missing where it is not known. */
  packed?: { [name: string]: string };
  /** ISO 8601 time. */
  installedAt: string;
};

export const manifestName = 'model.json';

/** Id of a Marian model of one pair: `marian-en-de-tiny`; of each there is one at a time. */
export const marianModelId = (source: string, target: string, architecture: string): string =>
  `marian-${source}-${target}-${architecture}`;
