import type { PairNeed } from './emptied-pairs.js';
import { pairedMarkup } from './markup-pairs.js';
import type { MarkupToken } from './markup-tokens.js';
import type { SegmentPart } from './segment.js';

/** The markup that a tag of a segment stands for. */
export interface TagTexts {
  open: string;
  close: string;
  need: PairNeed;
}

export interface MarkedUpLine {
  parts: SegmentPart[];
  /** Markup by the number of the tag; a single one is only opened. */
  tags: ReadonlyMap<number, TagTexts>;
}

/**
 * Tags of a line, more than any sentence has: so many cost an engine more than they are worth, and stay where they are.
 */
const maxTags = 200;

const isTag = (token: MarkupToken): boolean =>
  token.kind === 'single' || ((token.kind === 'open' || token.kind === 'close') && token.isTag);

/** Says what a pair needs: Markdown around nothing is no markup. */
const needOf = (token: MarkupToken): PairNeed => {
  if (isTag(token)) return undefined;
  return token.kind === 'open' ? 'around' : 'marks';
};

/**
 * Splits a line into its HTML and Markdown as tags, around the words that they mark where both halves are there, code
 * and other untranslatable parts as `keep` parts, and text. A sign that only looks like markup is text.
 */
export const inlineMarkup = (line: string): MarkedUpLine => {
  const { tokens, partners } = pairedMarkup(line);
  const parts: SegmentPart[] = [];
  const tags = new Map<number, TagTexts>();
  const numbers = new Map<number, number>();
  const isFull = (): boolean => tags.size >= maxTags;
  const addText = (kind: 'text' | 'keep', text: string): void => {
    const last = parts.at(-1);
    if (kind === 'text' && last?.kind === 'text') parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  const addTag = (texts: TagTexts): number => {
    const id = tags.size + 1;
    tags.set(id, texts);
    return id;
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const partner = partners.get(index);
    const number = numbers.get(index);
    if (number !== undefined) parts.push({ kind: 'close', id: number });
    else if (partner !== undefined && partner > index && token.kind === 'open' && token.isKept) {
      const kept = tokens.slice(index, partner + 1).map(({ text }) => text);
      addText('keep', kept.join(''));
      index = partner;
    } else if (partner !== undefined && partner > index && !isFull()) {
      const close = tokens[partner]?.text ?? '';
      const need = partner > index + 1 ? needOf(token) : undefined;
      const id = addTag({ open: token.text, close, need });
      numbers.set(partner, id);
      parts.push({ kind: 'open', id });
    } else if (isTag(token) && !isFull())
      parts.push({ kind: 'single', id: addTag({ open: token.text, close: '', need: undefined }) });
    else addText(token.kind === 'keep' || isTag(token) ? 'keep' : 'text', token.text);
  }
  return { parts, tags };
};
