import { linkFormula, withLabel } from '#libs/documents/formats/link-formula.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { Book } from '../book.js';
import { changeOf } from '../parts/changes.js';
import { withText } from '../parts/rules.js';
import { placed } from '../text/placed-text.js';
import { decodeXstring, encodeXstring } from '../text/xstring.js';
import type { Sheet } from '../xlsx-package.js';
import type { BlockPiece, ResultPiece } from './sheet-pieces.js';

/** UTF-16 units that Excel allows for a text in a formula. */
const maxLabelLength = 255;

interface Label {
  source: string;
  /** Known once the formula has been written. */
  translation?: string;
}

/** The formula of a cell of its own, or of the first of several cells that share it. */
const isWhole = ({ element }: BlockPiece): boolean =>
  /^(?:normal|shared)$/.test(attributeOf(element.attributes, 't') ?? 'normal');

/** Whether a cell shows a label that its formula holds. */
export const hasLabel = (piece: BlockPiece): boolean =>
  isWhole(piece) && linkFormula(plainText(piece.element), ',') !== undefined;

/** The labels of links that the formulas of a sheet make: in the formulas, and in the results that are kept of them. */
export class LinkLabels {
  private readonly shared = new Map<string, Label>();
  private current: Label | undefined;

  constructor(
    private readonly book: Book,
    private readonly part: string,
    private readonly sheet: Sheet | undefined,
  ) {}

  /** A formula in the sheet; its label is text where the cell is translated. */
  formula(piece: BlockPiece, isTranslated: boolean): TextUnit | undefined {
    const { element, start, end } = piece;
    const source = plainText(element);
    const renamed = this.book.rewritten(source, this.book.tableAround(source, this.sheet, piece.place));
    const number = attributeOf(element.attributes, 'si');
    this.current = number === undefined ? undefined : this.shared.get(number);
    const link = isTranslated && isWhole(piece) ? linkFormula(renamed ?? source, ',') : undefined;
    if (link === undefined) return renamed === undefined ? undefined : changeOf(piece, withText(element, renamed));
    const label: Label = { source: decodeXstring(link.label) };
    this.current = label;
    if (number !== undefined) this.shared.set(number, label);
    const text = this.book.plainText(label.source, this.part, maxLabelLength);
    return {
      segments: placed(text, 'table', this.part),
      edit: (translations) => {
        const translation = text.render(translations);
        if (translation !== undefined) label.translation = translation;
        const formula = translation === undefined ? renamed : withLabel(link, encodeXstring(translation));
        return formula === undefined ? undefined : { start, end, text: withText(element, formula) };
      },
    };
  }

  /**
   * The result of the formula before it. It says what its label says unless the program has not calculated it; that of
   * another formula can be a text that formulas compare, or that it copies from a cell, which is the same wherever it stands.
   */
  result({ text, start, end }: ResultPiece): TextUnit | undefined {
    const label = this.current;
    const source = decodeXstring(text);
    if (label === undefined ? !this.book.terms.isInResults(source) : source !== label.source) return undefined;
    const edit = (): ReturnType<TextUnit['edit']> => {
      const translation = label === undefined ? this.book.terms.of(source) : label.translation;
      return translation === undefined ? undefined : { start, end, text: escapeXmlText(encodeXstring(translation)) };
    };
    return { segments: [], edit };
  }
}
