import { programSpans } from './program-spans.js';
import { labelSpans, nameSpans, quoteSpan } from './protected-names.js';
import { numberSpans } from './protected-numbers.js';
import type { Segment, SegmentPart } from './segment.js';

/** Places in an address that a program fills in. */
const filledIn = String.raw`\{\{[^{}\n]{1,100}\}\}|[$#%]?\{[^{}\s]{1,100}\}|<%[^%<>\n]{1,100}%>`;

/** Spans that no translation may touch. Every repetition is bounded or cannot be entered twice at one place. */
const spans: readonly string[] = [
  // URLs, with a scheme or beginning with www; the sentence's or Markdown's signs after them are not theirs
  String.raw`\b(?:[a-zA-Z][a-zA-Z0-9+.-]{1,15}:\/\/|[wW]{3}\.)(?:${filledIn}|(?!\]\(|${filledIn})[^\s<>"“”«»])*(?:${filledIn}|(?!${filledIn})[^\s<>"“”«».,;:!?'’)\]}*_~|\x60])`,
  // e-mail addresses, also with mailto:
  String.raw`(?:\b[mM]ailto:)?(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}`,
  // a picture or another file in base64: data:image/png;base64,iVBORw0…
  String.raw`\bdata:[a-z]{1,20}\/[a-zA-Z0-9.+-]{1,80}(?:;[a-zA-Z0-9=_-]{1,40}){0,4};base64,[A-Za-z0-9+\/=_-]*`,
  ...programSpans,
  // flags, keycaps, and other emoji, joined and coloured ones
  String.raw`\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3`,
  String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}])(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic}\ufe0f?)*`,
  ...nameSpans,
  ...labelSpans,
  quoteSpan,
  ...numberSpans,
];

/** Places where no span begins, and which most of a text consists of: within a word, and before one of small letters. */
const plain = String.raw`(?<=[a-zA-Z])[a-zA-Z]|[a-z]{1,20}[ ,\n]`;

/** Source of a regular expression, with the flag `u`, that finds one span. */
export const protectedSpan: string = `(?!${plain})(?:${spans.map((span) => `(?:${span})`).join('|')})`;

const pattern = new RegExp(protectedSpan, 'gu');

/** Signs beyond prose: all spans have one, but for file names, inner capitals, labels, lone letters and quotes. */
const beyondProse =
  /[^\p{L}\p{M}\s.,;:!?'’"“”«»()…–—-]|[:!][a-zA-Z_]|\.\p{L}|\p{Ll}\p{Lu}|\(\p{L}\)|(?<![^\s([“"'])--[a-z]|^\(?\p{L}{1,6}[.)](?:\s|$)|^\p{Lu}:\s|(?<!\p{L})'\p{L}|[\p{L},] [AEOY](?![\p{L}'’])/u;

/**
 * Whether a text has neither spans nor markup, as most have: 1.5 µs for a sentence where a closer look takes 5 to 13.
 */
export const isProse = (text: string): boolean => !beyondProse.test(text);

/**
 * Turns plain text into a segment in which URLs, e-mail addresses, placeholders, amounts and emoji are `keep` parts.
 */
export const protectSpans = (text: string): Segment => {
  if (isProse(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: SegmentPart[] = [];
  let at = 0;
  for (const { 0: span, index } of text.matchAll(pattern)) {
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) });
    parts.push({ kind: 'keep', text: span });
    at = index + span.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
};
