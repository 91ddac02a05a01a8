import type { DomainEvent } from '../decider.js';

/** A translation model as it was installed. */
export type InstalledModel = {
  /** SHA-256 of the canonical JSON of `files`, hex: the same files are the same model, on every node. */
  modelSha256: string;
  /** Id that the model goes by in the service. */
  modelId: string;
  name: string;
  /** Kind of engine that runs it: `marian`. */
  engine: string;
  /** Size of the network as its catalogue names it (`base-memory`); missing where that says none. */
  architecture?: string;
  sourceLanguages: string[];
  targetLanguages: string[];
  /** SHA-256 of each unpacked file, hex, by its name at the source without `.gz`. */
  files: { [name: string]: string };
  sizeBytes: number;
  licence: string | null;
  licenceUrl: string | null;
  /** Where it came from, without credentials: a URL, a folder or a bundle. */
  source: string;
  /** Qualities that it serves. */
  qualities: string[];
};

/**
 * Models are the operator's: their events are of no organization, in a stream `model-<hash>` for each. Of the nodes that install
 * one, the first says so; one that was removed may be installed again.
 */
export type ModelEvent =
  | DomainEvent<'ModelInstalled', InstalledModel & { installedAt: string }>
  | DomainEvent<'ModelRemoved', { modelSha256: string; modelId: string; removedAt: string }>;
