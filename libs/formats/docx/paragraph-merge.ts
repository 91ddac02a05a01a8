import { placeTags, sameSegment } from '#libs/formats/tag-placement.js';
import { closeTag, openTag, type XmlElement } from '#libs/formats/xml/xml-tree.js';
import type { Segment } from '#libs/segments/segment.js';
import type { InlineContent } from './inline-nodes.js';
import type { Paragraph } from './paragraph.js';
import type { Marker } from './paragraph-items.js';
import { RunWriter } from './run-writer.js';
import { type DirectionChange, paragraphProperties, runProperties } from './text-direction.js';
import { prefixOf } from './word-names.js';

/**
 * The markup of a paragraph in translation, undefined where it says the same. `replacements` are what it holds that
 * has been translated already.
 */
export function mergeParagraph(
  paragraph: Paragraph,
  translation: Segment,
  change: DirectionChange,
  replacements: ReadonlyMap<XmlElement, string>,
): string | undefined {
  const placed = placeTags(paragraph.parts, translation);
  if (sameSegment(placed, paragraph.parts)) return undefined;
  const { element } = paragraph;
  const prefix = prefixOf(element);
  const newWriter = () => new RunWriter(prefix, (run) => runProperties(run?.properties, change, prefix), replacements);
  const inPlace = new TranslationWriter(paragraph, newWriter());
  const content =
    inPlace.write(placed, 'inPlace') ?? new TranslationWriter(paragraph, newWriter()).write(placed, 'atEdges');
  return `${openTag(element)}${paragraphProperties(element, change)}${content}${closeTag(element)}`;
}

class TranslationWriter {
  readonly #begun = new Set<string>();
  readonly #ranges: ReadonlySet<string>;

  constructor(
    private readonly paragraph: Paragraph,
    private readonly writer: RunWriter,
  ) {
    const starts = this.#markers().filter(({ edge }) => edge === 'start');
    this.#ranges = new Set(starts.flatMap(({ range }) => range ?? []));
  }

  /** Undefined where tags have changed places so that a range would end before it begins. */
  write(placed: Segment, markers: 'inPlace' | 'atEdges'): string | undefined {
    const { prefix, suffix, tags, content } = this.paragraph;
    const mark = markers === 'inPlace' ? (some: readonly Marker[]) => this.#mark(some) : () => true;
    const within: InlineContent[] = [content];
    let isInOrder = true;
    for (const piece of prefix) this.writer.write(piece);
    if (markers === 'atEdges') this.#mark(this.#markers().filter(({ edge }) => edge !== 'end'));
    for (const part of placed) {
      if ('text' in part) this.writer.text(part.text, within.at(-1)?.run);
      else {
        const node = tags.get(part.id);
        if (node === undefined || node.kind === 'text') continue;
        if (part.kind !== 'close') isInOrder = mark(node.before) && isInOrder;
        if (node.kind === 'single') for (const piece of node.pieces) this.writer.write(piece);
        else if (part.kind === 'open') {
          for (const piece of node.open) this.writer.write(piece);
          isInOrder = mark(node.content.first) && isInOrder;
          within.push(node.content);
        } else {
          isInOrder = mark(node.content.last) && isInOrder;
          for (const piece of node.close) this.writer.write(piece);
          within.pop();
        }
        if (part.kind !== 'open') isInOrder = mark(node.after) && isInOrder;
      }
    }
    if (markers === 'atEdges') this.#mark(this.#markers().filter(({ edge }) => edge === 'end'));
    for (const piece of suffix) this.writer.write(piece);
    return isInOrder ? this.writer.finish() : undefined;
  }

  /** False where a range ends here that has not begun. */
  #mark(markers: readonly Marker[]): boolean {
    let isInOrder = true;
    for (const { edge, range, pieces } of markers) {
      if (range !== undefined && edge === 'start') this.#begun.add(range);
      if (range !== undefined && edge === 'end' && this.#ranges.has(range) && !this.#begun.has(range))
        isInOrder = false;
      for (const piece of pieces) this.writer.write(piece);
    }
    return isInOrder;
  }

  #markers(): Marker[] {
    return [...this.paragraph.tags.values()].flatMap((node) =>
      node.kind === 'pair'
        ? [...node.before, ...node.content.first, ...node.content.last, ...node.after]
        : [...node.before, ...node.after],
    );
  }
}
