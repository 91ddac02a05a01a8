import { inlineMarkup } from '#libs/text/segments/inline-markup.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { atomsOf } from './apertium/rules/atoms.js';
import { SentenceTidier } from './triton/answer-text.js';
import { tritonUnitsOf } from './triton/triton-units.js';
import { unitsOf } from './units/units.js';

const runsOf = (text: string) => splitRuns(inlineMarkup(text).parts);

describeLinearWork(
  {
    'the units of a text for Apertium': (text) => unitsOf(atomsOf(runsOf(text)), { wordsGathered: 40, maxWords: 80 }),
    'the units of a text for Triton': (text) => tritonUnitsOf(runsOf(text)),
    'the tidied tokens of an answer': (text, construct) => {
      const tidier = new SentenceTidier();
      for (let at = 0; at < text.length; at += construct.length) tidier.next(text.slice(at, at + construct.length));
    },
  },
  textConstructs,
);
