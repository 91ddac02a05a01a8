import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import type { LanguageCode } from '../../inference.port.js';
import { type Atom, atomText, countUntranslatable, countWords, hasLetters, isStrictSpace } from '../../units/atom.js';
import { sentences, type Unit, type UnitSizes } from '../../units/units.js';
import { type ApertiumPipeline, UntranslatableTextError } from '../apertium-pipeline.js';
import type { WriteSpans } from './atoms.js';
import { asWords, type Placeholders, placeholdersOf } from './placeholders.js';
import { type DecodedUnit, decodeUnit, encodeUnit, LostContentError } from './stream-format.js';

export interface TranslatedUnit {
  pieces: TracedPiece[];
  words: number;
  unknownWords: number;
}

export interface UnitTranslator {
  pipeline: ApertiumPipeline;
  target: LanguageCode;
  sizes: UnitSizes;
  /** Whether amounts, times and dates go through as numbers. */
  takesNumbers: boolean;
  writeSpans: WriteSpans;
}

/** Returns the source itself, with all of its words unknown when it should have been translated. */
const untranslated = (atoms: readonly Atom[], unknownWords: number): TranslatedUnit => ({
  pieces: atoms.map((atom) => ({
    part: atom.kind === 'fixed' ? atom.part : { kind: 'text', text: atomText(atom) },
    run: atom.run,
  })),
  words: unknownWords,
  unknownWords,
});

const verbatim = (atoms: readonly Atom[]): TranslatedUnit => untranslated(atoms, countUntranslatable(atoms));

const joined = (units: readonly TranslatedUnit[]): TranslatedUnit => ({
  pieces: units.flatMap((unit) => unit.pieces),
  words: units.reduce((sum, unit) => sum + unit.words, 0),
  unknownWords: units.reduce((sum, unit) => sum + unit.unknownWords, 0),
});

const isObstacle = (atom: Atom): boolean => atom.kind === 'fixed' || isStrictSpace(atom);

const isSpace = (atom: Atom): boolean => atom.kind === 'space';

/** Splits a unit into its fixed atoms and the stretches between them, cut at ends of sentences and at tags too. */
const simplerParts = (atoms: readonly Atom[]): Atom[][] => {
  const parts: Atom[][] = [];
  for (const sentence of sentences(atoms)) {
    let isOpen = false;
    for (const atom of sentence) {
      const last = parts.at(-1);
      const continues = isOpen && !isObstacle(atom) && last?.at(-1)?.run === atom.run;
      if (continues) last?.push(atom);
      else parts.push([atom]);
      isOpen = !isObstacle(atom);
    }
  }
  return parts;
};

const runUnit = async (
  atoms: readonly Atom[],
  placeholders: Placeholders,
  { pipeline, target }: UnitTranslator,
): Promise<DecodedUnit> => decodeUnit(await pipeline.run(encodeUnit(atoms, placeholders)), atoms, target, placeholders);

/** Runs a unit, a second time with words for its numbers when one of them did not come back. */
const decoded = async (atoms: readonly Atom[], translator: UnitTranslator): Promise<DecodedUnit> => {
  const placeholders = translator.takesNumbers ? placeholdersOf(atoms, translator.sizes.maxWords) : asWords;
  try {
    return await runUnit(atoms, placeholders, translator);
  } catch (error) {
    if (placeholders === asWords || !(error instanceof LostContentError)) throw error;
    return runUnit(atoms, asWords, translator);
  }
};

const translateOnce = async (atoms: readonly Atom[], translator: UnitTranslator): Promise<TranslatedUnit> => {
  const words = countWords(atoms);
  const { pieces, unknownWords } = await decoded(atoms, translator);
  // A lone article may have no counterpart, but a text must not become nothing.
  if (!pieces.some(({ part }) => part.text.trim() !== '')) return untranslated(atoms, words);
  return { pieces, words, unknownWords: Math.min(words, unknownWords + countUntranslatable(atoms)) };
};

const isOwnFault = (error: unknown): boolean =>
  error instanceof LostContentError || error instanceof UntranslatableTextError;

/** Translates a part; white space at its ends stays where it is. */
const translatePart = async (atoms: readonly Atom[], translator: UnitTranslator): Promise<TranslatedUnit> => {
  if (!atoms.some(hasLetters)) return verbatim(atoms);
  const start = atoms.findIndex((atom) => !isSpace(atom));
  const end = atoms.findLastIndex((atom) => !isSpace(atom)) + 1;
  const inner = atoms.slice(start, end);
  const middle = await translateOnce(inner, translator).catch((error: unknown) => {
    if (!isOwnFault(error)) throw error;
    return untranslated(inner, countWords(inner));
  });
  return joined([verbatim(atoms.slice(0, start)), middle, verbatim(atoms.slice(end))]);
};

/**
 * Translates a unit. When a piece of it did not come back, or no chain survives it, it is translated in simpler parts,
 * whose order is then surely that of the source; a part that no chain survives stays as it is, all its words unknown.
 * @throws ModelUnavailableError, the signal's reason
 */
export const translateUnit = async (unit: Unit, translator: UnitTranslator): Promise<TranslatedUnit> => {
  const { kind, atoms } = unit;
  if (kind === 'verbatim') return verbatim(atoms);
  try {
    return await translateOnce(atoms, translator);
  } catch (error) {
    if (!isOwnFault(error)) throw error;
    const parts = simplerParts(atoms);
    if (parts.length === 1) return untranslated(atoms, countWords(atoms));
    return joined(await Promise.all(parts.map((part) => translatePart(part, translator))));
  }
};
