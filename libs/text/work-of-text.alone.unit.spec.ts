import { tokensOf } from '#libs/ports/inference/token-stream.js';
import { describeLinearWork, type Work } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { finishTranslation } from './finishing/finish-translation.js';
import { compileGlossaryAtOnce, type GlossaryMatcher } from './glossary/glossary-matcher.js';
import { TermTally } from './glossary/term-tally.js';
import { applyToText } from './glossary/text-terms.js';
import { createLanguageDetector } from './languages/detection/language-detector.js';
import { inlineMarkup } from './segments/inline-markup.js';
import { protectLoneTags } from './segments/lone-tags.js';
import { pairedMarkup } from './segments/markup-pairs.js';
import { protectSpans } from './segments/protected-spans.js';
import type { Segment, SegmentPart } from './segments/segment.js';
import { splitRuns } from './segments/segment-runs.js';
import { tableCells } from './segments/table-cells.js';
import { placeTags, type TracedPiece } from './segments/tag-placement.js';
import { layOut } from './segments/text-layout.js';
import { textSegment } from './segments/text-segment.js';

/** A segment with every tag of a text, however many; pairs that are in each other go no deeper than documents have them. */
const segmentOf = (text: string): Segment => {
  const maxDepth = 20;
  const open: number[] = [];
  return (text.match(/<[^<>]*>|[^<]+|</gu) ?? []).map((part, id): SegmentPart => {
    if (/^<[^/<>]+>$/u.test(part) && open.length < maxDepth) {
      open.push(id);
      return { kind: 'open', id };
    }
    if (part.startsWith('</')) return { kind: 'close', id: open.pop() ?? id };
    return part.startsWith('<') ? { kind: 'single', id } : { kind: 'text', text: part };
  });
};

/** Places the tags of a text around a translation whose words come from these runs. */
const placing =
  (order: (runs: readonly number[]) => readonly (number | undefined)[]): Work =>
  (text) => {
    const source = splitRuns(segmentOf(text));
    const pieces = order([...source.runs.keys()]).map(
      (run): TracedPiece => ({ part: { kind: 'text', text: 'w ' }, run }),
    );
    return placeTags(source, pieces);
  };

const glossaries = new Map<string, GlossaryMatcher>();

/** Terms that are the construct once and many times, and that begin as it does. */
const glossaryOf = (construct: string): GlossaryMatcher => {
  const sources = [1, 2, 4, 8, 16, 32, 64].map((count) => construct.repeat(count));
  const entries = [...sources, `${construct.repeat(40)}x`, 'a', 'a a', 'b'].map((source) => ({ source, target: 'T' }));
  const glossary = glossaries.get(construct) ?? compileGlossaryAtOnce(entries, { source: 'en', target: 'es' });
  glossaries.set(construct, glossary);
  return glossary;
};

const detector = createLanguageDetector();

/** An answer in which all tags stand behind the words, so that every pair is empty. */
const withTagsBehind = (segment: Segment): Segment => [
  ...segment.filter(({ kind }) => kind === 'text' || kind === 'keep'),
  ...segment.filter(({ kind }) => kind !== 'text' && kind !== 'keep'),
];

const linesOf = (text: string): string[] =>
  layOut(text).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));

describeLinearWork(
  {
    'the layout of a text': layOut,
    'the segments of its lines': (text) => linesOf(text).map((line) => textSegment(line)),
    'a line without its layout': (text) => textSegment(text),
    'a line rendered again': (text) => {
      const { segment, render } = textSegment(text);
      return render(segment);
    },
    'a line whose pairs come back empty': (text) => {
      const { segment, render } = textSegment(text);
      return render(withTagsBehind(segment));
    },
    'cells of a table': (text) => tableCells(`|${text}|`),
    'pairs of markup': pairedMarkup,
    'inline markup': inlineMarkup,
    'protected spans': protectSpans,
    'lone tags': (text) => {
      const { segment, restore } = protectLoneTags(segmentOf(text));
      return restore(segment);
    },
    'tags around words in their order': placing((runs) => runs),
    'tags around words in the other order': placing((runs) => runs.toReversed()),
    'tags without words': placing(() => []),
    'tags around words of unknown origin': placing((runs) => runs.map(() => undefined)),
    'tags around words of which each second is of unknown origin': placing((runs) =>
      runs.map((run) => (run % 2 === 0 ? run : undefined)),
    ),
    'tags around the words of one run': placing((runs) => runs.map(() => runs.length - 1)),
    'tags around words from both ends': placing((runs) =>
      runs.map((run) => (run % 3 === 0 ? undefined : run % 3 === 1 ? run : runs.length - run)),
    ),
    'terms in a segment': (text, construct) => glossaryOf(construct).apply(segmentOf(text), new TermTally()),
    'terms in a text': (text, construct) => applyToText(glossaryOf(construct), protectSpans(text), new TermTally()),
    'a term with tags inside': (text) => glossaryOf('a').apply(segmentOf(`a${text}a`), new TermTally()),
    'tags whose other halves are not there': (text) =>
      splitRuns(Array.from(text, (_, id): SegmentPart => ({ kind: id < text.length / 2 ? 'open' : 'close', id }))),
    'a translation that is finished': (text) =>
      finishTranslation(`Who ${text}?`, [{ text: `Quién ${text} ?`, isFixed: false }], 'es'),
    'a translation of many stretches that is finished': (text) =>
      finishTranslation(
        `Who ${text}? `.repeat(2),
        Array.from(`Quién ${text} ? `.repeat(2), (sign) => ({ text: sign, isFixed: sign === '.' })),
        'es',
      ),
    'the language of a text': (text) => detector.detect(text),
    'the tokens of an answer': tokensOf,
  },
  textConstructs,
);
