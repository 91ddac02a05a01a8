import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { closeTag, openTag } from '#libs/documents/formats/xml/xml-tree.js';
import type { Book } from './book.js';
import { sheetPieces } from './sheet/sheet-pieces.js';
import { SheetZone } from './sheet/sheet-zone.js';
import type { Survey } from './survey.js';
import { placed } from './text/placed-text.js';
import { partsOfType } from './xlsx-package.js';

const strings = { blocks: new Set(['si']), tags: new Set<string>() };

/**
 * Shared strings that some cells show in translation and others as they are. The source stays where it was; its
 * translation is added behind the last string, and the cells in translation are pointed at it.
 */
export class DividedStrings {
  private readonly added = new Map<number, { index: number; markup: string }>();
  private count = 0;

  constructor(private readonly survey: Survey) {}

  async *units(book: Book): AsyncGenerator<TextUnit, void> {
    const { usage, held } = this.survey;
    if (!usage.hasDivided) return;
    for (const { entry } of partsOfType(book.xlsx, 'sharedStrings')) {
      const found: { number: number; markup: string }[] = [];
      for await (const pieces of sheetPieces(partTokens(book.xlsx.archive, entry), new SheetZone(), strings)) {
        for (const piece of pieces) {
          if (piece.kind !== 'block') continue;
          const number = this.count;
          this.count += 1;
          if (!usage.isDivided(number)) continue;
          const text = book.richText(piece.element, usage.isReferred(number));
          yield {
            segments: placed(text, 'table', entry.name),
            edit: (translations) => {
              const content = text.render(translations);
              if (content === undefined) return undefined;
              held.add(content.length);
              found.push({ number, markup: `${openTag(piece.element)}${content}${closeTag(piece.element)}` });
              return undefined;
            },
          };
        }
      }
      for (const [at, { number, markup }] of found.entries())
        this.added.set(number, { index: this.count + at, markup });
    }
  }

  /** The number of the translation of a string, for a cell that shows it. */
  indexOf(number: number): number | undefined {
    return this.added.get(number)?.index;
  }

  get size(): number {
    return this.added.size;
  }

  /** The strings that are added, in their order. */
  get markup(): string {
    return [...this.added.values()].map(({ markup }) => markup).join('');
  }
}
