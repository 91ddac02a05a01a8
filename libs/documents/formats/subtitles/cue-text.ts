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

/** A line that is a sound: `[DOOR SLAMS]`, `(sighs)`, `♪ (music) ♪`. */
export const soundLine =
  /^[\s♪♫#–—-]{0,9}(?:\[[^[\]]{1,200}\]|\([^()]{1,200}\)|（[^（）]{1,200}）|【[^【】]{1,200}】)[\s♪♫#.:]{0,9}$/u;
/** The name of who speaks, in capitals, before the words. */
const speaker =
  /^\s{0,9}(?:>> ?)?[[(]?\p{Lu}[\p{Lu}\p{M}\p{N} .'’()&#-]{1,38}(?:[([][^()[\]:]{1,40}[)\]])?[\])]?:(?:\s|$)/u;
/** A name alone, whose words follow on the next line. */
const speakerAlone = /:\s{0,9}$/;
/** A line that is sung. */
const songLine = /^\s{0,9}[♪♫#](?:[^♪♫#]|[♪♫#](?!\s{0,9}$)){1,300}[♪♫#]\s{0,9}$/u;
/** Lines of a sound, at most. */
const maxSoundLines = 3;
const tags = /<[^<>]*>|\{[^{}]*\}/g;

/** The lines before which a sound or a song begins, or a sound, a song or the name of a speaker has ended. */
const edgesOfSounds = (lines: readonly string[]): ReadonlySet<number> => {
  const edges = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (songLine.test(line) || (speaker.test(line) && speakerAlone.test(line))) edges.add(at + 1);
    for (let end = at + 1; end <= Math.min(lines.length, at + maxSoundLines); end += 1) {
      if (!soundLine.test(lines.slice(at, end).join(' '))) continue;
      edges.add(at).add(end);
      break;
    }
  }
  return edges;
};

/** The texts of the lines of a cue, one a speaker or a sound. */
export const textsOfCue = (lines: readonly Line[], frame: CueFrame, syntax: CueSyntax, newLine: string): CueText[] => {
  const plain = lines.map(({ text }) => text.replace(tags, ''));
  const edges = edgesOfSounds(plain);
  const begins = ({ text }: Line, at: number): boolean =>
    at === 0 || edges.has(at) || syntax.beginsAnew(text) || speaker.test(plain[at] ?? '');
  const starts = lines.flatMap((line, at) => (begins(line, at) ? [at] : []));
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
