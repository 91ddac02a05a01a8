import { withoutAttributes } from '#libs/documents/formats/xml/element-copy.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { Around, Path } from './story-items.js';
import type { ReadSegment, Tag } from './story-segment.js';
import { contentElement, passage, StoryWriter } from './story-writer.js';

/** Signs that say something of the place where they are: numbers of pages, names of sections. */
const livingSign = /^<\?ACE 1[89]\?>$/;
const listType = 'BulletsAndNumberingListType';

/** The markup of a copy of a segment: from its path in the source language, and back to it. */
export interface SourceCopy {
  path: Path;
  markup: string;
}

/**
 * The text of a segment with its looks and in its language, and without what a document can have but once: links,
 * elements of the XML structure, notes, anchored objects, marks.
 */
export const sourceCopy = (parts: Segment, tags: readonly Tag[], looks: Path, path: Path): SourceCopy => {
  const kept = parts.filter((part) => 'text' in part || isKept(tags[part.id - 1]));
  const copied = tags.map((tag): Tag => {
    if (tag.kind === 'look') return { kind: 'look', content: { looks: tag.content.looks.map(inSource) } };
    return { ...tag, path: pathInSource(tag.path) };
  });
  const own = pathInSource(path);
  const pieces = new StoryWriter(copied, { looks: looks.map(inSource) }).write(kept, own, own);
  return { path: own, markup: pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece))).join('') };
};

/** The sources of the segments of a line as a paragraph of their own, before the first of them. */
export const lineAbove = (line: readonly ReadSegment[]): string => {
  const [first] = line;
  if (first === undefined) return '';
  let at = first.path;
  const copies = line.map(({ copy }) => {
    const { path, markup } = copy();
    const written = `${passage(at, path)}${markup}`;
    at = path;
    return written;
  });
  const outside = at.filter((around) => around !== contentElement);
  return `${copies.join('\t')}${passage(at, outside)}<Br/>${passage(outside, first.path)}`;
};

/** Whether the sources of two segments can stand in one line: nothing around them that has to stay one ends between. */
export const isAround = (one: Path, other: Path): boolean => {
  const once = (path: Path): Path => path.filter(({ kind }) => kind === 'once');
  const [these, those] = [once(one), once(other)];
  return these.length === those.length && these.every((around, at) => around === those[at]);
};

const isKept = (tag: Tag | undefined): boolean =>
  tag?.kind === 'look' ||
  (tag?.kind === 'single' && (tag.isBreak || tag.pieces.every((piece) => livingSign.test(textOf(piece)))));

const textOf = (piece: { kind: string; text?: string }): string => piece.text ?? '';

/** Ranges behind the last element that has to stay one are closed, and opened in the source language. */
const pathInSource = (path: Path): Path => {
  const last = path.findLastIndex(({ kind }) => kind === 'once');
  return path.map((around, at) => (at > last && around.kind === 'look' ? inSource(around) : around));
};

const inSource = (around: Around): Around => {
  const tag = around.source.slice(0, around.source.indexOf('>') + 1);
  const isParagraph = tag.startsWith('<ParagraphStyleRange');
  const own = withoutAttributes(tag, isParagraph ? ['Self', listType] : ['Self']).slice(0, -1);
  const list = isParagraph ? ` ${listType}="NoList"` : '';
  const open = `${own}${list}${directionBack(around)}>${around.source.slice(tag.length)}`;
  return { ...around, open, look: `${around.look} source` };
};

const direction = /\s(?:Paragraph|Character)Direction="(?:Left|Right)To/;

/** Styles of the document turn with the target, so the source says its direction. */
const directionBack = ({ open, source }: Around): string => {
  const [turned] = direction.exec(open) ?? [];
  if (turned === undefined || direction.test(source)) return '';
  return turned.includes('LeftTo')
    ? `${turned.replace('LeftTo', 'RightTo')}LeftDirection"`
    : `${turned.replace('RightTo', 'LeftTo')}RightDirection"`;
};
