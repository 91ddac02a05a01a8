import type { MergeSummary } from '../format.port.js';
import { type InlineItem, type InlineSyntax, piecesOfRun, type WrittenPart } from '../inline/inline-run.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { SegmentPiece, TextPiece } from '../text/text-walker.js';
import { splitOverCues } from './cue-split.js';
import { type CueSyntax, type CueText, rawOf, soundLine } from './cue-text.js';
import { columnsOf, roomOf } from './reading.js';
import { breakLines } from './subtitle-lines.js';

/** Cues that a sentence may go on over, at most. */
const maxCues = 8;
/** UTF-16 code units between two cues of a sentence, at most. */
const maxBetween = 1000;
/** Milliseconds between two cues in which one sentence goes on, at most. */
const maxPauseMs = 2000;

const sentenceEnd = /[.!?:;…。！？：；]["'”’»›)\]」』]*$/u;
const comma = /[,،、，]["'”’»›)\]]*$/u;
const lowerCase = /^["'“‘«‹([]*\p{Ll}/u;
/** Words that end no sentence, of the languages that are subtitled most: articles, `and`, `of` and their like. */
const unfinished = new RegExp(
  `(?:^|\\s)(?:${[
    'the|a|an|of|to|and|or|with|from|my|your|his|their|our',
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|und|oder|mit|von|zur|zum',
    'el|la|los|las|un|una|de|del|y|que|en|con|por|para|al',
    'le|les|une|des|du|et|ou|avec|pour|dans|sur|aux|il|lo|gli|di|della|che|per|os|um|uma|do|da|em|com',
  ].join('|')})$`,
);
/** The name of who speaks, before the words. */
const speaker = /^[[(]?\p{Lu}[\p{L}\p{M}\p{N} .'’()&-]{0,38}[\])]?:(?:\s|$)/u;

/**
 * Joins the texts of cues in which one sentence goes on. The segment is the whole sentence, without a tag for the
 * borders of cues; its translation is cut over the same cues. What stands between two cues is kept with the segment.
 */
export class SentenceGroups {
  private texts: CueText[] = [];
  /** Raw text behind each text. */
  private behind: string[] = [];
  private overflowed = 0;

  constructor(
    private readonly syntax: CueSyntax,
    private readonly includeSource: boolean,
  ) {}

  /** Takes what stands between texts. */
  copy(raw: string, pieces: TextPiece[]): void {
    const at = this.texts.length - 1;
    const behind = (this.behind[at] ?? '') + raw;
    if (at >= 0) this.behind[at] = behind;
    else pieces.push(raw);
    if (behind.length > maxBetween) this.flush(pieces);
  }

  take(text: CueText, pieces: TextPiece[]): void {
    if (!this.goesOn(text)) this.flush(pieces);
    this.texts.push(text);
    this.behind.push('');
    if (!text.isLast) this.flush(pieces);
  }

  /** Ends the group: what follows is no part of its sentence. */
  flush(pieces: TextPiece[]): void {
    const { texts, behind } = this;
    this.texts = [];
    this.behind = [];
    const [first] = texts;
    const last = texts.at(-1);
    if (!first || !last) return;
    const borders = texts.slice(1).map(({ before }, at) => (texts[at]?.after ?? '') + behind[at] + before);
    pieces.push(first.before, ...this.piecesOf(texts, borders), last.after + behind.at(-1));
  }

  summary(): MergeSummary {
    return { overflowed: this.overflowed };
  }

  private goesOn(next: CueText): boolean {
    const last = this.texts.at(-1);
    if (!last || !next.isFirst || last.frame === next.frame || this.texts.length === maxCues) return false;
    const length = this.texts.reduce((sum, { plain }) => sum + plain.length, next.plain.length);
    if (length > maxSegmentLength || !isSameFrame(last, next)) return false;
    if (sentenceEnd.test(last.plain) || speaker.test(next.plain)) return false;
    if (soundLine.test(last.plain) || soundLine.test(next.plain)) return false;
    return lowerCase.test(next.plain) || comma.test(last.plain) || unfinished.test(last.plain);
  }

  private piecesOf(texts: readonly CueText[], borders: readonly string[]): TextPiece[] {
    const run = texts.flatMap(({ items }, at): readonly InlineItem[] =>
      at === 0 ? items : [{ kind: 'text', raw: '\n' }, ...items],
    );
    const source = texts.map(({ items }, at) => (borders[at - 1] ?? '') + rawOf(items)).join('');
    const layOut = (written: readonly WrittenPart[]): string => this.layOut(written, texts, borders);
    const syntax: InlineSyntax = { ...this.syntax, role: 'subtitle', collapse: true, isWhole: true, layOut };
    const pieces = piecesOfRun(run, syntax);
    const at = pieces.findIndex((piece) => typeof piece !== 'string');
    const segment = pieces[at] as SegmentPiece | undefined;
    if (!segment || borders.length === 0) return segment ? pieces : [source];
    const [before, after] = [pieces.slice(0, at).join(''), pieces.slice(at + 1).join('')];
    return [before, { ...segment, source: source.slice(before.length, source.length - after.length) }, after];
  }

  private layOut(written: readonly WrittenPart[], texts: readonly CueText[], borders: readonly string[]): string {
    const places = texts.map(({ frame, plain }) => ({ start: frame.start, end: frame.end, width: columnsOf(plain) }));
    const parts = places.length === 1 ? [written] : splitOverCues(written, places);
    const fits = places.every((place, at) => widthOf(parts[at] ?? []) <= Math.max(place.width, roomOf(place)));
    if (!fits) this.overflowed += 1;
    return texts.map((text, at) => (borders[at - 1] ?? '') + this.linesOf(parts[at] ?? [], text)).join('');
  }

  private linesOf(written: readonly WrittenPart[], { items, lineCount, lineBreak }: CueText): string {
    if (!this.includeSource) return breakLines(written, lineCount, lineBreak);
    const source = items.map(({ kind, raw }) => (kind === 'text' ? raw : kind === 'single' ? protectedWords(raw) : ''));
    const text = this.syntax.encode(this.syntax.decode(source.join('')));
    const lines = [written, [{ kind: 'text' as const, raw: text }]].map((parts) => breakLines(parts, 1, lineBreak));
    return lines.filter((line) => line !== '').join(lineBreak);
  }
}

/** The words in a tag that stay, such as those in another language. */
const protectedWords = (raw: string): string => {
  const words = raw.replace(/<[^<>]*>|\{\\[^{}]*\}|\\[Nnh]/g, '');
  return /\p{L}/u.test(words) ? words : '';
};

const widthOf = (written: readonly WrittenPart[]): number =>
  columnsOf(written.map(({ kind, raw }) => (kind === 'text' ? raw : '')).join(''));

const tags = /<[^<>]*>|\{[^{}]*\}/g;

const isSameFrame = (last: CueText, next: CueText): boolean => {
  const pause = next.frame.start - last.frame.end;
  if (last.frame.layout === undefined || last.frame.layout !== next.frame.layout) return false;
  if (last.isTimed || next.isTimed) return false;
  if (pause > maxPauseMs || next.frame.start <= last.frame.start) return false;
  if (!/\p{L}/u.test(last.plain) || !/\p{L}/u.test(next.plain)) return false;
  // Signs of music, or a dash.
  if (/[^\s]/.test((last.after + next.before).replace(tags, ''))) return false;
  return tagsIn(last.before) === tagsIn(next.before) && tagsIn(last.after) === tagsIn(next.after);
};

const tagsIn = (raw: string): string => raw.match(tags)?.join('') ?? '';
