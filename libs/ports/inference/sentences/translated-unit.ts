import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import { type Atom, countUntranslatable, countWords } from '../units/atom.js';

export interface TranslatedUnit {
  pieces: TracedPiece[];
  /** Its words, or its tokens where the model tells them. */
  weight: number;
  /** Sum of the words or tokens, each times its confidence. */
  confidentWeight: number;
}

const asTheyAre = (atoms: readonly Atom[]): TracedPiece[] =>
  atoms.map((atom) => ({
    part: atom.kind === 'fixed' ? atom.part : { kind: 'text', text: atom.text },
    run: atom.run,
  }));

/** Returns the source itself as its translation. */
export const untranslated = (atoms: readonly Atom[]): TranslatedUnit => ({
  pieces: asTheyAre(atoms),
  weight: countWords(atoms),
  confidentWeight: 0,
});

/** Returns a unit that no model needs to see; only letters in it count as words not translated. */
export const verbatim = (atoms: readonly Atom[]): TranslatedUnit => ({
  pieces: asTheyAre(atoms),
  weight: countUntranslatable(atoms),
  confidentWeight: 0,
});

/** Bounds the confidence; it is 0 where a model gives no number. */
export const confidenceOf = (confidence: number): number =>
  Number.isNaN(confidence) ? 0 : Math.min(1, Math.max(0, confidence));

/** Averages the confidences of units by their weights; 1 where nothing was to translate. */
export const weightedConfidence = (units: readonly Pick<TranslatedUnit, 'weight' | 'confidentWeight'>[]): number => {
  const weight = units.reduce((sum, unit) => sum + unit.weight, 0);
  const confident = units.reduce((sum, unit) => sum + unit.confidentWeight, 0);
  return weight === 0 ? 1 : Math.min(1, confident / weight);
};
