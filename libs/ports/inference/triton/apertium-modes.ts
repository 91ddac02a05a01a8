import { type ApertiumPair, arrangePairs, pairsOfMode } from '../apertium/rules/apertium-pairs.js';
import { UnusableModeError } from '../apertium/rules/unusable-mode.errors.js';
import type { LanguagePair } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { MalformedModelError, wordsOf } from './model-parameters.js';

/** A mode that a server can run. */
export interface ApertiumMode {
  name: string;
  isRecursive: boolean;
}

/**
 * Returns the pairs of a mode. Servers list everything that is installed; a mode that is not between two languages of
 * ours has none.
 */
const pairsIfUsable = (mode: string): ApertiumPair[] => {
  try {
    return pairsOfMode(mode);
  } catch (error) {
    if (error instanceof UnusableModeError) return [];
    throw error;
  }
};

/**
 * Lists the pairs that the modes of a server translate, by the rules of the embedded engine.
 * @throws MalformedModelError
 */
export const apertiumPairsOf = (
  parameters: ReadonlyMap<string, string>,
): { pairs: readonly LanguagePair[]; modes: ReadonlyMap<string, ApertiumMode> } => {
  const recursive = new Set(wordsOf(parameters.get('recursive_modes') ?? ''));
  const names = [...new Set(wordsOf(parameters.get('modes') ?? ''))];
  const { offered } = arrangePairs(names.flatMap(pairsIfUsable));
  if (offered.length === 0) throw new MalformedModelError('transledger_modes names no mode that can be used');
  return {
    pairs: offered.map(({ source, target }) => ({ source, target })),
    modes: new Map(offered.map((pair) => [pairKey(pair), { name: pair.mode, isRecursive: recursive.has(pair.mode) }])),
  };
};
