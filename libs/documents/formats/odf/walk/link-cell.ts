import { type LinkFormula, linkFormula, withLabel } from '#libs/documents/formats/link-formula.js';
import { valueIn, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfAttribute } from '../odf-names.js';
import { paragraphsText, squeezed } from './cell-text.js';

const linkIn = (formula: string): LinkFormula | undefined =>
  linkFormula(formula, formula.startsWith('msoxl:') ? ',' : ';');

/** The link that the formula of a cell is, undefined for any other cell. */
export const linkOf = (attributes: readonly XmlAttribute[]): LinkFormula | undefined =>
  linkIn(odfAttribute(attributes, 'table:formula')?.value ?? '');

/** Whether a cell shows something other than the label of its link. */
export const isStaleLink = (cell: XmlElement): boolean => {
  const link = linkOf(cell.attributes);
  return link !== undefined && squeezed(link.label) !== squeezed(paragraphsText(cell));
};

/** Gives the link of a cell the label that the cell shows; whether that is another one. */
export const labelLink = (cell: XmlElement, shownBefore: string): boolean => {
  const name = odfAttribute(cell.attributes, 'table:formula')?.name ?? '';
  const label = paragraphsText(cell);
  // Its sheets may have new names in the tag.
  const link = label === shownBefore ? undefined : linkIn(valueIn(cell.open, name) ?? '');
  if (link === undefined) return false;
  cell.open = withAttribute(cell.open, name, withLabel(link, label));
  return true;
};
