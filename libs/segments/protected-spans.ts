import type { Segment, SegmentPart } from './segment.js';

/** What no translation may touch. Every repetition is bounded or cannot be entered twice at one place. */
const spans = [
  // URLs, with a scheme or beginning with www; the punctuation of the sentence after them is not theirs
  /\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"“”«»]*[^\s<>"“”«».,;:!?'’)\]}]/iu,
  // e-mail addresses, also with mailto:
  /(?:\bmailto:)?(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}/iu,
  // {{x}}
  /\{\{[^{}\n]{1,80}\}\}/u,
  // {name}, {0}, {user.name}, {0:d}, ${x}, #{x}, %{x}
  /[$#%]?\{[\p{L}\p{N}_][\p{L}\p{N}_.:[\]-]{0,79}\}/u,
  // %s, %1$d, %5.2f, %(name)s; not the sign in "100%d'accord" or "50 % de"
  /(?<![\p{N}%])%(?:\d{1,3}\$|\(\w{1,80}\))?[-+0#]?\d{0,4}(?:\.\d{1,4})?[sdifuxXeEgGcoq@](?![\p{L}\p{N}])/u,
  // flags, keycaps, and other emoji, joined and coloured ones
  /\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u,
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}])(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*/u,
];

const pattern = new RegExp(spans.map((span) => `(?:${span.source})`).join('|'), 'giu');

/** Plain text as a segment in which URLs, e-mail addresses, placeholders and emoji are `keep` parts. */
export const protectSpans = (text: string): Segment => {
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
