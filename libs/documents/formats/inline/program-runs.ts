import { messageArguments } from '#libs/text/segments/message-arguments.js';
import { blocksIn, isControl, mayHoldBlock, type Span } from '#libs/text/segments/program-spans.js';
import { addAll } from '../add-all.js';
import type { InlineItem, InlineSyntax } from './inline-run.js';

/** A stretch of a run: one that is translated, or one that is copied between two of them. */
export interface RunStretch {
  items: InlineItem[];
  isCopied: boolean;
}

/** Levels of messages within messages; deeper ones are read as plain text. */
const deepestMessage = 8;

/** Stands for a tag in the text of a run; no message and no statement begins or ends with it. */
const tagSign = '\ufffc';
const apostrophe = /&(?:apos|#39|#x27);/gi;

/** The text of a run, of as many code units as the file has. */
const textOfRun = (run: readonly InlineItem[]): string =>
  run
    .map((item) =>
      item.kind === 'text'
        ? item.raw.replace(apostrophe, (reference) => `'${tagSign.repeat(reference.length - 1)}`)
        : tagSign.repeat(item.raw.length),
    )
    .join('');

/** The stretches of a text outside of which nothing but the frames of messages stands. */
const messagesOf = (text: string, offset: number, depth: number, found: Span[]): Span[] => {
  let at = 0;
  for (const { start, end, messages } of depth < deepestMessage ? messageArguments(text) : []) {
    found.push({ start: offset + at, end: offset + start });
    for (const message of messages) {
      const inner = text.slice(message.start, message.end);
      messagesOf(inner, offset + message.start, depth + 1, found);
    }
    at = end;
  }
  found.push({ start: offset + at, end: offset + text.length });
  return found;
};

interface PlacedItem {
  item: InlineItem;
  start: number;
  end: number;
}

/** The items between two places of a run, texts cut there. */
const between = (items: readonly PlacedItem[], { start, end }: Span): InlineItem[] =>
  items.flatMap(({ item, start: from, end: to }): InlineItem[] => {
    if (to <= start || from >= end) return [];
    if (item.kind !== 'text') return from >= start ? [item] : [];
    return [{ kind: 'text', raw: item.raw.slice(Math.max(0, start - from), end - from) }];
  });

/**
 * Cuts a run at the statements of templates and at the frames of ICU messages, which are copied. A block of a template that
 * would come back in other characters, or has markup in it, becomes one tag.
 */
export const stretchesOf = (run: readonly InlineItem[], syntax: InlineSyntax): RunStretch[] => {
  const whole = [{ items: [...run], isCopied: false }];
  if (!run.some((item) => item.kind === 'text' && mayHoldBlock.test(item.raw))) return whole;
  const text = textOfRun(run);
  const messages = syntax.isWhole ? [] : messagesOf(text, 0, 0, []);
  const blocks = blocksIn(text);
  if (messages.length < 2 && blocks.length === 0) return whole;
  let place = 0;
  const placed = run.map((item): PlacedItem => {
    const start = place;
    place += item.raw.length;
    return { item, start, end: place };
  });
  const stretches: RunStretch[] = [];
  const add = (items: InlineItem[], isCopied: boolean): void => {
    if (items.length > 0) stretches.push({ items, isCopied });
  };
  let at = 0;
  for (const span of messages.length < 2 ? [{ start: 0, end: text.length }] : messages) {
    add(between(placed, { start: at, end: span.start }), true);
    at = span.end;
    const within = blocks.filter(({ start, end }) => start >= span.start && end <= span.end);
    addAll(stretches, betweenStatements(placed, span, within, text, syntax));
  }
  add(between(placed, { start: at, end: text.length }), true);
  return stretches;
};

const betweenStatements = (
  placed: readonly PlacedItem[],
  span: Span,
  blocks: readonly Span[],
  text: string,
  { encode, decode, collapse, isWhole }: InlineSyntax,
): RunStretch[] => {
  const stretches: RunStretch[] = [];
  let items: InlineItem[] = [];
  let at = span.start;
  for (const block of blocks) {
    const inside = between(placed, block);
    const raw = inside.map((item) => item.raw).join('');
    const isControlling = isControl(text.slice(block.start, block.end));
    const isText = inside.every(({ kind }) => kind === 'text');
    if (!isText && !isBalanced(inside)) continue;
    const isAsWritten = encode(decode(raw)) === raw && !(collapse && /[\t\n\r\f]| {2}/.test(raw));
    if (!isControlling && isText && isAsWritten) continue;
    addAll(items, between(placed, { start: at, end: block.start }));
    at = block.end;
    if (isControlling && !isWhole) {
      if (items.length > 0) stretches.push({ items, isCopied: false });
      items = [];
      stretches.push({ items: inside, isCopied: true });
    } else items.push({ kind: 'single', raw });
  }
  addAll(items, between(placed, { start: at, end: span.end }));
  if (items.length > 0) stretches.push({ items, isCopied: false });
  return stretches;
};

/** Whether each tag that opens among the items closes there, and none has segments of its own. */
const isBalanced = (items: readonly InlineItem[]): boolean => {
  const open: string[] = [];
  for (const item of items) {
    if ('pieces' in item && item.pieces) return false;
    if (item.kind === 'open') open.push(item.name);
    if (item.kind === 'close' && open.pop() !== item.name) return false;
  }
  return open.length === 0;
};
