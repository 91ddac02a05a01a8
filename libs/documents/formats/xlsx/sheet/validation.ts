import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { decodeXstring } from '../text/xstring.js';

/** The formulas in a rule, each as the element that has its text: `formula1`, `formula`, or an `f` in one of these. */
export const formulasOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => {
    const inner = formulasOf(child);
    if (inner.length > 0) return inner;
    return /^(?:f|formula[12]?)$/.test(child.local) ? [child] : [];
  });

/** The formula of a validation that lists its values (`"Yes,No"`), undefined for any other. */
export const listFormula = (validation: XmlElement): XmlElement | undefined => {
  if (attributeOf(validation.attributes, 'type') !== 'list') return undefined;
  const [formula] = formulasOf(validation);
  return formula && /^"[^"]/.test(plainText(formula).trim()) ? formula : undefined;
};

/** The values in the formula of a list, as they stand between its commas. */
export const listedValues = (formula: XmlElement): string[] =>
  plainText(formula).trim().slice(1, -1).replaceAll('""', '"').split(',');

/** UTF-16 units that Excel allows for the values of a list, with their commas. */
const maxListLength = 255;

/** The formula of a list in translation; undefined where it stays as it is, `overflow` where it becomes too long. */
export const translatedList = (
  formula: XmlElement,
  translationOf: (text: string) => string | undefined,
): string | 'overflow' | undefined => {
  const values = listedValues(formula);
  const translations = values.map((value) => {
    const translation = translationOf(value.trim());
    return translation === undefined ? value : value.replace(value.trim(), () => translation);
  });
  if (translations.every((value, at) => value === values[at])) return undefined;
  const list = translations.join(',');
  return list.length > maxListLength ? 'overflow' : `"${list.replaceAll('"', '""')}"`;
};

const ruleTypes = new Set(['containsText', 'notContainsText', 'beginsWith', 'endsWith', 'cellIs', 'expression']);

/** Whether a rule of conditional formatting compares cells with text. */
export const comparesText = (rule: XmlElement): boolean => ruleTypes.has(attributeOf(rule.attributes, 'type') ?? '');

/** The text of a rule such as "contains"; its formula has it again. */
export const ruleText = (rule: XmlElement): string | undefined => attributeOf(rule.attributes, 'text');

/** The text that a filter compares cells with, undefined for one with wildcards. */
export const filteredText = ({ attributes }: XmlToken & { kind: 'open' }): string | undefined => {
  const value = attributeOf(attributes, 'val');
  return value === undefined || /[*?~]/.test(value) ? undefined : decodeXstring(value);
};
