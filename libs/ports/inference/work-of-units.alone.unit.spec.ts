import { inlineMarkup } from '#libs/text/segments/inline-markup.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { atomsOf } from './apertium/rules/atoms.js';
import { alignedAnswer } from './marian/aligned-answer.js';
import { dictionaryTranslation } from './marian/contract/dictionary-models.js';
import { shownText } from './marian/shown-text.js';
import { SentenceTidier } from './sentences/answer-text.js';
import { answerTokensOf, tracedAnswer } from './sentences/run-tracing.js';
import { sentenceUnitsOf } from './sentences/sentence-units.js';
import { unitRunsOf } from './sentences/unit-runs.js';
import { unitsOf } from './units/units.js';

const runsOf = (text: string) => splitRuns(inlineMarkup(text).parts);

describeLinearWork(
  {
    'the units of a text for Apertium': (text) => unitsOf(atomsOf(runsOf(text)), { wordsGathered: 40, maxWords: 80 }),
    'the units of a text for models': (text) => sentenceUnitsOf(runsOf(text)),
    'the answers to the units of a text by their alignment': (text) => {
      const runs = runsOf(text);
      for (const { kind, atoms } of sentenceUnitsOf(runs)) {
        if (kind === 'verbatim') continue;
        const shown = shownText(atoms);
        alignedAnswer(shown, dictionaryTranslation(shown.text), new Map(), unitRunsOf(atoms, runs));
      }
    },
    'the translation of a text by its alignment, with its tags': (text) => {
      const runs = runsOf(text);
      const pieces = sentenceUnitsOf(runs).flatMap(({ kind, atoms }) => {
        if (kind === 'verbatim') return [];
        const shown = shownText(atoms);
        const unitRuns = unitRunsOf(atoms, runs);
        const answer = alignedAnswer(shown, dictionaryTranslation(shown.text), new Map(), unitRuns);
        return tracedAnswer(answerTokensOf(answer), atoms, unitRuns);
      });
      placeTags(runs, pieces);
    },
    'the tidied tokens of an answer': (text, construct) => {
      const tidier = new SentenceTidier();
      for (let at = 0; at < text.length; at += construct.length) tidier.next(text.slice(at, at + construct.length));
    },
  },
  textConstructs,
);
