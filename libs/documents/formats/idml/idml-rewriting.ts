import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { attributeOf, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import { translatedLanguage } from './idml-languages.js';

type OpenToken = XmlToken & { kind: 'open' };

/** The start tag that a translation has instead of this one; the same text where it stays. */
export type Rewriting = (token: OpenToken) => string;

export const noRewriting: Rewriting = ({ raw }) => raw;

/** The attribute that says the direction of an element. */
const directionAttributes = new Map([
  ['StoryPreference', 'StoryDirection'],
  ['ParagraphStyleRange', 'ParagraphDirection'],
  ['CharacterStyleRange', 'CharacterDirection'],
  ['ParagraphStyle', 'ParagraphDirection'],
  ['Table', 'TableDirection'],
]);
const aligned = new Set(['ParagraphStyleRange', 'ParagraphStyle']);
const mirrored = new Map([
  ['LeftAlign', 'RightAlign'],
  ['RightAlign', 'LeftAlign'],
  ['LeftJustified', 'RightJustified'],
  ['RightJustified', 'LeftJustified'],
]);

/** Sets the language of text, and its direction where that changes; undefined where nothing does. */
export const rewritingFor = ({ sourceLanguage, targetLanguage }: MergeOptions): Rewriting | undefined => {
  if (sourceLanguage.toLowerCase() === targetLanguage.toLowerCase()) return undefined;
  const isTurned = isRightToLeft(sourceLanguage) !== isRightToLeft(targetLanguage);
  const direction = isRightToLeft(targetLanguage) ? 'RightToLeftDirection' : 'LeftToRightDirection';
  return (token) => {
    const { attributes } = token;
    const applied = translatedLanguage(
      attributeOf(attributes, 'AppliedLanguage') ?? '',
      sourceLanguage,
      targetLanguage,
    );
    const raw = applied === undefined ? token.raw : withAttribute(token.raw, 'AppliedLanguage', applied);
    return isTurned ? turned(token, raw, direction) : raw;
  };
};

const turned = ({ attributes, local }: OpenToken, tag: string, direction: string): string => {
  const name = directionAttributes.get(local);
  if (name === undefined) return tag;
  const has = attributeOf(attributes, name) !== undefined;
  const raw = has ? withAttribute(tag, name, direction) : withNewAttribute(tag, ` ${name}="${direction}"`);
  const justification = aligned.has(local) ? mirrored.get(attributeOf(attributes, 'Justification') ?? '') : undefined;
  return justification === undefined ? raw : withAttribute(raw, 'Justification', justification);
};

const withNewAttribute = (tag: string, attribute: string): string => {
  const end = tag.endsWith('/>') ? -2 : -1;
  return tag.slice(0, end).trimEnd() + attribute + tag.slice(end);
};
