import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { isOn } from './sheet-zone.js';

const lastRow = 1_048_576;

/**
 * The rows of a sheet that are as high as their wrapped texts need: a program has found that height, and nobody has set it.
 * Other texts need another. A bit a row.
 */
export class FoundHeights {
  private rows = new Uint8Array(128);
  private row = 0;
  private isFound = false;
  /** Whether rows without a height of their own have one that somebody has set. */
  private isSetForAll = false;
  private count = 0;

  /** `wrapping`: the numbers of the looks of cells that wrap their text. */
  constructor(private readonly wrapping: ReadonlySet<number>) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The sheet's default of heights (`sheetFormatPr`), which stands before its rows. */
  enterDefault(attributes: readonly XmlAttribute[]): void {
    this.isSetForAll = isOn(attributes, 'customHeight');
  }

  enterRow(attributes: readonly XmlAttribute[]): void {
    this.row = rowOf(attributes);
    this.isFound = !this.isSetForAll && this.row >= 1 && this.row <= lastRow && hasFoundHeight(attributes);
  }

  /** Enters a cell of the row that has a text to translate. */
  enterText(look: number): void {
    if (!this.isFound || !this.wrapping.has(look)) return;
    const at = this.row >> 3;
    if (at >= this.rows.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.rows.length * 2));
      grown.set(this.rows);
      this.rows = grown;
    }
    this.rows[at] = (this.rows[at] ?? 0) | (1 << (this.row & 7));
    this.count += 1;
    this.isFound = false;
  }

  /** Whether the row of this start tag is one of them. */
  has(attributes: readonly XmlAttribute[]): boolean {
    const row = rowOf(attributes);
    return ((this.rows[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }
}

/** From 1; 0 for a row that does not say its number. */
const rowOf = (attributes: readonly XmlAttribute[]): number => Number(attributeOf(attributes, 'r') ?? 0);

/** Whether a row has a height, and nobody has set it. */
export const hasFoundHeight = (attributes: readonly XmlAttribute[]): boolean =>
  attributeOf(attributes, 'ht') !== undefined && !isOn(attributes, 'customHeight');
