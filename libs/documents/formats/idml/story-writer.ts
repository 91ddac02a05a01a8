import type { Segment } from '#libs/text/segments/segment.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { Around, Path } from './story-items.js';
import type { StoryPiece } from './story-pieces.js';
import type { Content, Tag } from './story-segment.js';

/** The innermost element around every text. */
export const contentElement: Around = {
  kind: 'content',
  open: '<Content>',
  close: '</Content>',
  source: '<Content>',
  look: 'content',
  isUnbroken: false,
};

/** The tags between text in one place and text in another, which close and open what is around the two. */
export const passage = (from: Path, to: Path): string => {
  let same = 0;
  while (same < to.length && same < from.length && isSame(to[same], from[same])) same += 1;
  const closed = from.slice(same).reverse();
  return (
    closed.map(({ close }) => close).join('') +
    to
      .slice(same)
      .map(({ open }) => open)
      .join('')
  );
};

interface Level {
  /** The elements around that stay open as long as the tag is. */
  base: Path;
  content: Content;
}

/** Writes a translation, with elements closed and opened again so that each text is in its look. */
export class StoryWriter {
  private readonly pieces: (string | StoryPiece)[] = [];
  private open: Around[] = [];
  private levels: Level[] = [];

  constructor(
    private readonly tags: readonly Tag[],
    private readonly content: Content,
  ) {}

  /** `from` is what is open where the translation begins, `to` what has to be open at its end. */
  write(translation: Segment, from: Path, to: Path): (string | StoryPiece)[] {
    this.open = [...from];
    this.levels = [
      { base: from.slice(0, from.findLastIndex(({ kind }) => kind === 'once') + 1), content: this.content },
    ];
    for (const part of translation) {
      if ('text' in part) this.text(part.text);
      else this.tag(part.kind, this.tags[part.id - 1]);
    }
    this.reach(to);
    return this.pieces;
  }

  private get level(): Level {
    return this.levels.at(-1) ?? { base: [], content: this.content };
  }

  private text(text: string): void {
    const written = escapeXmlText(text.replace(/[\n\r\t\u2028\u2029]+/g, ' '));
    if (written === '') return;
    this.reach([...this.withLooks(this.level.content.looks), contentElement]);
    this.pieces.push(written);
  }

  /** The way to something in these looks; a range of formatting is not put into another. */
  private withLooks(looks: Path): Path {
    const { base } = this.level;
    const isWithin = base.slice(base.findLastIndex(isParagraph) + 1).some(({ kind }) => kind === 'look');
    return isWithin ? base : [...base, ...looks];
  }

  private tag(kind: 'open' | 'close' | 'single', tag: Tag | undefined): void {
    if (tag === undefined) return;
    if (kind === 'close') {
      const { base } = this.level;
      this.levels.pop();
      if (tag.kind === 'once') this.reach(base.slice(0, -1));
    } else if (tag.kind === 'look') this.levels.push({ base: this.level.base, content: tag.content });
    else if (tag.kind === 'single') {
      const isInContent = tag.path.at(-1)?.kind === 'content';
      this.reach([...this.withLooks(looksBehind(tag.path)), ...(isInContent ? [contentElement] : [])]);
      this.pieces.push(...tag.pieces);
    } else {
      const path = this.withLooks(looksBehind(tag.path));
      this.reach(path);
      this.pieces.push(tag.element.open);
      this.open.push(tag.element);
      this.levels.push({ base: [...path, tag.element], content: tag.content });
    }
  }

  private reach(path: Path): void {
    this.pieces.push(passage(this.open, path));
    this.open = [...path];
  }
}

const isParagraph = ({ open }: Around): boolean => open.startsWith('<ParagraphStyleRange');

const looksBehind = (path: Path): Path =>
  path.slice(path.findLastIndex(({ kind }) => kind === 'once') + 1).filter(({ kind }) => kind === 'look');

const isSame = (one: Around | undefined, other: Around | undefined): boolean =>
  one === other ||
  (one?.kind !== 'once' &&
    one?.kind === other?.kind &&
    one?.look === other?.look &&
    one?.isUnbroken === other?.isUnbroken);
