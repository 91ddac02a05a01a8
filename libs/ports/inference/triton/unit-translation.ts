import type { SegmentRuns } from '#libs/text/segments/segment-runs.js';
import { answerTokensOf, tracedAnswer } from '../sentences/run-tracing.js';
import { LostContentError } from '../sentences/text-exchange.js';
import { confidenceOf, type TranslatedUnit, untranslated, verbatim } from '../sentences/translated-unit.js';
import { unitRunsOf } from '../sentences/unit-runs.js';
import { type Atom, countUntranslatable, countWords, hasLetters } from '../units/atom.js';
import type { Unit } from '../units/units.js';
import { markupExchange } from './markup-exchange.js';
import { locatePhrase, taggedPhrases } from './phrase-location.js';
import { plainExchange } from './plain-exchange.js';
import type { TextModel } from './text-model.js';

/** @throws LostContentError */
const translateOnce = async (
  atoms: readonly Atom[],
  source: SegmentRuns,
  model: TextModel,
): Promise<TranslatedUnit> => {
  const unitRuns = unitRunsOf(atoms, source);
  const exchange = model.marksUp ? markupExchange(atoms, unitRuns) : plainExchange(atoms);
  const phrases = model.marksUp ? [] : taggedPhrases(atoms, unitRuns);
  const [answer, ...ofPhrases] = await Promise.all([
    model.translate(exchange.text),
    ...phrases.map((phrase) => model.translate(phrase.text)),
  ]);
  const tokens = answerTokensOf(exchange.read(answer.text));
  phrases.forEach((phrase, index) => {
    locatePhrase(tokens, phrase, ofPhrases[index]?.text ?? '');
  });
  // A text must not become nothing.
  if (!tokens.some((token) => token.kind === 'word')) return untranslated(atoms);
  const words = countWords(atoms);
  const translatable = words - countUntranslatable(atoms);
  return {
    pieces: tracedAnswer(tokens, atoms, unitRuns),
    weight: words,
    confidentWeight: confidenceOf(answer.confidence) * translatable,
  };
};

/** Splits a unit into its fixed atoms and the stretches between them. */
const partsBetweenFixed = (atoms: readonly Atom[]): Atom[][] => {
  const parts: Atom[][] = [];
  for (const atom of atoms) {
    const last = parts.at(-1);
    if (last !== undefined && atom.kind !== 'fixed' && last.at(-1)?.kind !== 'fixed') last.push(atom);
    else parts.push([atom]);
  }
  return parts;
};

/** Translates a part; white space at its ends stays where it is. */
const translatePart = async (
  atoms: readonly Atom[],
  source: SegmentRuns,
  model: TextModel,
): Promise<TranslatedUnit[]> => {
  if (!atoms.some(hasLetters)) return [verbatim(atoms)];
  const start = atoms.findIndex((atom) => atom.kind !== 'space');
  const end = atoms.findLastIndex((atom) => atom.kind !== 'space') + 1;
  const middle = await translateOnce(atoms.slice(start, end), source, model);
  return [verbatim(atoms.slice(0, start)), middle, verbatim(atoms.slice(end))];
};

/**
 * Translates a unit. When a fixed piece did not come back, or not once, the stretches between the fixed pieces are
 * translated one by one, so that their order is surely that of the source.
 */
export const translateUnit = async (
  { kind, atoms }: Unit,
  source: SegmentRuns,
  model: TextModel,
): Promise<TranslatedUnit[]> => {
  if (kind === 'verbatim') return [verbatim(atoms)];
  try {
    return [await translateOnce(atoms, source, model)];
  } catch (error) {
    if (!(error instanceof LostContentError)) throw error;
    const parts = partsBetweenFixed(atoms).map((part) => translatePart(part, source, model));
    return (await Promise.all(parts)).flat();
  }
};
