import type { OpenToken } from '#libs/documents/formats/opc/part-reader.js';
import { attributeOf, putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type DirectionChange, directionChange } from '#libs/text/languages/text-direction.js';
import { isDrawing } from './drawing-names.js';
import { directedTag } from './paragraph/paragraph-direction.js';

/** The new markup of a token, or undefined where it stays as it is. */
export type Relabel = (token: XmlToken) => string | undefined;

const languageElements = new Set(['rPr', 'endParaRPr', 'defRPr']);

/** Elements with properties that paragraphs of a level inherit. */
const listStyle = /^(?:lvl[1-9]pPr|defPPr)$/;

const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/**
 * Sets language tags that name the source language (`en` and `en-GB` for `en`) to the target, and the direction of
 * tables and list styles to that of the target; undefined where the languages are the same.
 */
export const relabelDrawing = (source: string, target: string): Relabel | undefined => {
  if (source.toLowerCase() === target.toLowerCase()) return undefined;
  const change = directionChange(source, target);
  return (token) => {
    if (token.kind !== 'open' || !isDrawing(token)) return undefined;
    const { raw, attributes, local } = token;
    if (local === 'tblPr' && change !== undefined) {
      return putAttribute(raw, attributes, 'rtl', change === 'toRightToLeft' ? '1' : '0');
    }
    if (change !== undefined && listStyle.test(local)) return directedStyle(token, change);
    if (!languageElements.has(local)) return undefined;
    const language = attributeOf(attributes, 'lang');
    if (language === undefined || primary(language) !== primary(source)) return undefined;
    return withAttribute(raw, 'lang', target);
  };
};

/** A style says something of the direction only where it has a side, or a direction of its own. */
const directedStyle = (
  { raw, attributes }: OpenToken,
  change: Exclude<DirectionChange, undefined>,
): string | undefined => {
  const saysDirection = attributes.some(
    ({ local, value }) => local === 'rtl' || (local === 'algn' && /^[lr]$/.test(value)),
  );
  return saysDirection ? directedTag(raw, attributes, change) : undefined;
};
