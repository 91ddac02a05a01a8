import { edgesOfRun, type InlineItem, type InlineSyntax } from '../inline/inline-run.js';
import type { Line } from '../text/lines.js';

/** How text is written in the cues of a format. */
export interface CueSyntax extends Pick<InlineSyntax, 'decode' | 'encode' | 'edgeSpace'> {
  itemsOfLine(text: string): InlineItem[];
  /** Whether a line begins something of its own: another speaker, a song. */
  beginsAnew(text: string): boolean;
  /** Whether a tag is tied to a time within its cue, so that its words have to stay there. */
  isTimed?(raw: string): boolean;
}

/** When, where and in which style a cue is shown. */
export interface CueFrame {
  /** Milliseconds. */
  start: number;
  end: number;
  /** Everything that must be the same for a sentence to go on in the next cue; undefined where it never does. */
  layout: string | undefined;
}

/** The words of one speaker in a cue, between markup that holds or stands beside all of them. */
export interface CueText {
  frame: CueFrame;
  before: string;
  items: readonly InlineItem[];
  after: string;
  /** The text as people read it, without markup. */
  plain: string;
  isTimed: boolean;
  lineCount: number;
  lineBreak: string;
  isFirst: boolean;
  isLast: boolean;
}

/** The texts of the lines of a cue, one a speaker. */
export const textsOfCue = (lines: readonly Line[], frame: CueFrame, syntax: CueSyntax, newLine: string): CueText[] => {
  const starts = lines.flatMap(({ text }, at) => (at === 0 || syntax.beginsAnew(text) ? [at] : []));
  return starts.map((from, at): CueText => {
    const own = lines.slice(from, starts[at + 1]);
    const run = own.flatMap(({ text, end }) => [...syntax.itemsOfLine(text), { kind: 'text' as const, raw: end }]);
    const { before, core, after } = edgesOfRun(
      run.filter(({ raw }) => raw !== ''),
      syntax,
    );
    return {
      frame,
      before: rawOf(before),
      items: core,
      after: rawOf(after),
      plain: syntax.decode(core.map(({ kind, raw }) => (kind === 'text' ? raw : '')).join('')),
      isTimed: run.some(({ kind, raw }) => kind === 'single' && syntax.isTimed?.(raw)),
      lineCount: own.length,
      lineBreak: own.find(({ end }) => end !== '')?.end ?? newLine,
      isFirst: at === 0,
      isLast: at === starts.length - 1,
    };
  });
};

export const rawOf = (items: readonly InlineItem[]): string => items.map(({ raw }) => raw).join('');
