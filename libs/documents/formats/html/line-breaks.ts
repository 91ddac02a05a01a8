import type { InlineItem } from '../inline/inline-run.js';
import { decodeText } from './html.encoding.js';

const sentenceEnd = /[.!?:;…。！？：；]["'”’»›)\]」』]*\s*$/u;
const lowerCase = /^["'“‘«‹([]*\p{Ll}/u;

export const isLineBreak = ({ kind, raw }: InlineItem): boolean => kind === 'single' && /^<br[\s/>]/i.test(raw);

/**
 * The parts of a run between the line breaks that separate: all but those within a sentence, before which none ends and
 * after which it goes on in lower case. A break stays with what stands before it.
 */
export const partsBetweenBreaks = (run: readonly InlineItem[]): InlineItem[][] => {
  if (!run.some(isLineBreak)) return [[...run]];
  const following = textsBehind(run);
  const parts: InlineItem[][] = [];
  let part: InlineItem[] = [];
  let before = '';
  run.forEach((item, at) => {
    part.push(item);
    if (item.kind === 'text' && item.raw.trim() !== '') before = decodeText(item.raw);
    if (!isLineBreak(item)) return;
    const isWithin = before !== '' && !sentenceEnd.test(before.slice(-32)) && lowerCase.test(following[at] ?? '');
    if (isWithin) return;
    parts.push(part);
    part = [];
    before = '';
  });
  return [...parts, part];
};

/** For each item the text that follows it before the next line break; empty where there is none. */
const textsBehind = (run: readonly InlineItem[]): string[] => {
  const texts: string[] = [];
  let text = '';
  for (let at = run.length - 1; at >= 0; at -= 1) {
    texts[at] = text;
    const item = run[at];
    if (item && isLineBreak(item)) text = '';
    else if (item?.kind === 'text' && item.raw.trim() !== '') text = decodeText(item.raw.slice(0, 64)).trimStart();
  }
  return texts;
};
