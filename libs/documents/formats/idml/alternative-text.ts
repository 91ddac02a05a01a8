import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { escapeXmlAttribute } from '#libs/text/xml-escape.js';
import { type StoryPiece, sourcePiece } from './story-pieces.js';

/** Where the value of an attribute stands in a start tag. */
const valueIn = (tag: string, name: string): [start: number, end: number] | undefined => {
  for (let at = 0; at < tag.length; ) {
    const equals = tag.indexOf('=', at);
    const quote = tag.slice(equals + 1).trimStart()[0] ?? '';
    const start = tag.indexOf(quote, equals) + 1;
    const end = tag.indexOf(quote, start);
    if (equals < 0 || end < 0) return undefined;
    if (tag.slice(at, equals).trim().split(/\s/).at(-1) === name) return [start, end];
    at = end + 1;
  }
  return undefined;
};

/** The pieces of a start tag, the alternative text in it a segment. Texts that InDesign names begin with `$ID/`. */
export const alternativeText = (token: XmlToken & { kind: 'open' }): StoryPiece[] => {
  const { raw, start, end, attributes, local } = token;
  const whole = [sourcePiece(start, raw)];
  if (local !== 'ObjectExportOption') return whole;
  const value = attributeOf(attributes, 'CustomAltText') ?? '';
  const [from, to] = valueIn(raw, 'CustomAltText') ?? [];
  const text = value.replace(/[^\S\n]+/g, ' ').trim();
  if (from === undefined || to === undefined || !hasWording(text) || value.startsWith('$ID/')) return whole;
  return [
    sourcePiece(start, raw.slice(0, from)),
    {
      kind: 'segment',
      start: start + from,
      end: start + to,
      role: 'alt_text',
      parts: [{ kind: 'text', text }],
      source: [sourcePiece(start + from, raw.slice(from, to))],
      render: (translation: Segment) => [
        escapeXmlAttribute(translation.map((part) => ('text' in part ? part.text : '')).join('')).replaceAll(
          "'",
          '&apos;',
        ),
      ],
    },
    sourcePiece(start + to, raw.slice(to), end),
  ];
};

/** The segment of a token, if it has one. */
export const alternativeTextIn = (token: XmlToken): StoryPiece[] =>
  token.kind === 'open' ? alternativeText(token).filter(({ kind }) => kind === 'segment') : [];
