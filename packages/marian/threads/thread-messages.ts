import type { CompiledKernel, SharedMemory } from '../kernel/kernel.js';
import type { SourceSentence } from '../network/batch-translation.js';
import type { Scratch } from '../network/scratch.js';
import type { Network } from '../network/weights.js';

/** Data that a thread begins with. */
export interface ThreadData {
  kernel: CompiledKernel;
  memory: SharedMemory;
  network: Network;
  scratch: Scratch;
  endToken: number;
  /** A flag for each sentence of a batch: 1 once it is cancelled. */
  cancelled: Int32Array;
}

/** A sentence of a batch; tokens are told as they come where that was asked for. */
export interface ThreadSentence extends SourceSentence {
  tellsTokens: boolean;
}

export type MessageToThread = ThreadSentence[];

/** The translation of a sentence in flat tables. */
export interface ThreadTranslation {
  tokens: Uint32Array;
  probabilities: Float32Array;
  /** A row of the source's pieces for each token; only where it was asked for. */
  alignment: Float32Array | undefined;
  /** The probability of its end; undefined where it reached its limit before. */
  endProbability: number | undefined;
}

/** `index` is the place of a sentence in its batch. */
export type MessageFromThread =
  | { type: 'ready' }
  | { type: 'token'; index: number; token: number; probability: number; alignment: Float32Array | undefined }
  | { type: 'sentence'; index: number; translation: ThreadTranslation }
  | { type: 'batch' };
