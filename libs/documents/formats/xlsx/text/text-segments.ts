import type { Segment } from '#libs/text/segments/segment.js';
import { type LinePieces, piecesOfLine } from './line-segment.js';
import type { PlacedText } from './placed-text.js';
import type { TextRun } from './rich-text.js';
import { linesOf } from './text-lines.js';

/** A text cut into its segments. */
export interface SegmentedText {
  segments: readonly Segment[];
  /** The runs with the translations of `segments` in their order, undefined where nothing changes. */
  render(translations: readonly Segment[]): TextRun[] | undefined;
}

export const segmentText = (runs: readonly TextRun[]): SegmentedText => {
  const pieces = linesOf(runs).map(
    (line): LinePieces => (line.kind === 'line' ? piecesOfLine(line.items) : { before: [line.run], after: [] }),
  );
  return {
    segments: pieces.flatMap(({ segment }) => (segment ? [segment.parts] : [])),
    render(translations) {
      let at = 0;
      let isChanged = false;
      const written: TextRun[] = [];
      for (const { before, segment, after } of pieces) {
        written.push(...before);
        if (segment !== undefined) {
          const translation = translations[at];
          at += 1;
          const changed = translation && segment.render(translation);
          isChanged ||= changed !== undefined;
          written.push(...(changed ?? segment.source));
        }
        written.push(...after);
      }
      return isChanged ? written : undefined;
    },
  };
};

export const segmentPlainText = (text: string): SegmentedText => segmentText([{ text, properties: '' }]);

export const plainOf = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('');

/** A text that has to be the same in several places: cut into its segments, without looks. */
export const segmentTerm = (text: string): PlacedText => {
  const { segments, render } = segmentPlainText(text);
  return {
    segments,
    render: (translations) => {
      const runs = render(translations);
      return runs && plainOf(runs);
    },
  };
};
