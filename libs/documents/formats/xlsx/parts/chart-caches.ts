import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { sheetOf } from '../formula/formula-references.js';
import { formulaTokens } from '../formula/formula-tokens.js';
import { decodeXstring } from '../text/xstring.js';

/** Elements of charts that have a formula and the texts of the cells that it names. */
export const cacheElements = ['strRef', 'multiLvlStrRef', 'datalabelsRange', 'strDim', 'txData'];

/** The sheet whose cells a chart copies, by the formula that names them. */
export const sheetOfCache = (cache: XmlElement): string | undefined => {
  const formula = elementsOf(cache).find(({ local }) => local === 'f');
  const token = formulaTokens(formula ? plainText(formula) : '').find(({ kind }) => kind === 'sheet');
  return token && sheetOf(token.raw);
};

/** The elements that hold the texts. */
export const cachedTexts = (cache: XmlElement): XmlElement[] =>
  elementsOf(cache).flatMap((child) => {
    if (child.local === 'v' || (child.local === 'pt' && elementsOf(child).length === 0)) return [child];
    return child.local === 'f' ? [] : cachedTexts(child);
  });

export const cachedText = (element: XmlElement): string => decodeXstring(plainText(element));
