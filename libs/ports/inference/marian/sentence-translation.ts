import type { SegmentRuns } from '#libs/text/segments/segment-runs.js';
import { answerTokensOf, tracedAnswer } from '../sentences/run-tracing.js';
import { halvesOf } from '../sentences/sentence-halves.js';
import { confidenceOf, type TranslatedUnit, untranslated, verbatim } from '../sentences/translated-unit.js';
import { unitRunsOf } from '../sentences/unit-runs.js';
import { type Atom, countUntranslatable, countWords, hasLetters } from '../units/atom.js';
import type { Unit } from '../units/units.js';
import { alignedAnswer } from './aligned-answer.js';
import { SentenceTooLongError, type SentenceTranslation } from './marian-models.js';
import type { RequestSentences } from './request-sentences.js';
import { type ShownText, shownText } from './shown-text.js';

/** Words of a sentence that is cut no further where a model does not come to its end. */
const fewWords = 4;
/** Factor of the confidence in a translation that did not come to its end. */
const limitedFactor = 0.5;

/** Whether a sentence is cut in two and asked again, since the model did not come to its end. */
export const isAskedAgain = ({ limited }: Pick<SentenceTranslation, 'limited'>, atoms: readonly Atom[]): boolean =>
  limited && countWords(atoms) > fewWords;

/** Weight of a translation, and of the words in it that no model has seen. */
export const weightOf = (
  { tokens, confidence, limited }: Pick<SentenceTranslation, 'tokens' | 'confidence' | 'limited'>,
  atoms: readonly Atom[],
): Pick<TranslatedUnit, 'weight' | 'confidentWeight'> => ({
  weight: tokens.length + countUntranslatable(atoms),
  confidentWeight: tokens.length * confidenceOf(confidence) * (limited ? limitedFactor : 1),
});

/** Translates part of a sentence; white space at its ends stays where it is. */
const translatePart = async (
  atoms: readonly Atom[],
  source: SegmentRuns,
  sentences: RequestSentences,
): Promise<TranslatedUnit[]> => {
  if (!atoms.some(hasLetters)) return [verbatim(atoms)];
  const start = atoms.findIndex(({ kind }) => kind !== 'space');
  const end = atoms.findLastIndex(({ kind }) => kind !== 'space') + 1;
  const middle = await translateAtoms(atoms.slice(start, end), source, sentences);
  return [verbatim(atoms.slice(0, start)), ...middle, verbatim(atoms.slice(end))];
};

/** Undefined for a sentence that is longer than the model takes. */
const answerTo = async (text: string, sentences: RequestSentences): Promise<SentenceTranslation | undefined> => {
  try {
    return await sentences.translate(text);
  } catch (error) {
    if (error instanceof SentenceTooLongError) return undefined;
    throw error;
  }
};

/** Translations of the terms in a sentence, each by itself, by item: they tell how many words stand for a term. */
const termsAlone = async (
  { text, items }: ShownText,
  sentences: RequestSentences,
): Promise<ReadonlyMap<number, string>> => {
  const terms = items.flatMap(({ begin, end, isTerm }, item) =>
    isTerm && end - begin < text.length ? [{ item, words: text.slice(begin, end) }] : [],
  );
  const answers = await Promise.all(terms.map(({ words }) => answerTo(words, sentences)));
  return new Map(
    terms.flatMap(({ item }, at) => (answers[at] === undefined ? [] : [[item, answers[at].text] as const])),
  );
};

/** Translates a sentence; in two halves where it is too long, or where the model does not come to its end. */
const translateAtoms = async (
  atoms: readonly Atom[],
  source: SegmentRuns,
  sentences: RequestSentences,
): Promise<TranslatedUnit[]> => {
  const shown = shownText(atoms);
  const [answer, alone] = await Promise.all([answerTo(shown.text, sentences), termsAlone(shown, sentences)]);
  if (answer === undefined || isAskedAgain(answer, atoms)) {
    const halves = halvesOf(atoms);
    if (halves !== undefined)
      return (await Promise.all(halves.map((half) => translatePart(half, source, sentences)))).flat();
  }
  if (answer === undefined) return [untranslated(atoms)];
  const runs = unitRunsOf(atoms, source);
  const tokens = answerTokensOf(alignedAnswer(shown, answer, alone, runs));
  // A text must not become nothing.
  if (!tokens.some(({ kind }) => kind === 'word')) return [untranslated(atoms)];
  return [{ pieces: tracedAnswer(tokens, atoms, runs), ...weightOf(answer, atoms) }];
};

/** Translates a unit of a segment. */
export const translateUnit = async (
  { kind, atoms }: Unit,
  source: SegmentRuns,
  sentences: RequestSentences,
): Promise<TranslatedUnit[]> => (kind === 'verbatim' ? [verbatim(atoms)] : translateAtoms(atoms, source, sentences));
