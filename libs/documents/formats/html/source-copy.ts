import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { RunEdges, WrittenPart } from '../inline/inline-run.js';
import type { Languages } from './tag-edits.js';

/** Markup that means something within a sentence; it is copied without attributes, so that no `id` is there twice. */
const meaningful = /^<(\/?)(abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|mark|q|s|small|strong|sub|sup|u)(?=[\s/>])/i;
const openingName = /^<([a-z][\w-]*)(?=[\s>])/i;
/** Elements whose content is no wording. */
const wordless = new Set([
  'script',
  'style',
  'svg',
  'iframe',
  'video',
  'audio',
  'object',
  'select',
  'textarea',
  'button',
  'noscript',
]);
/** Blocks in whose place a template puts something; its comments are there once. */
const filledIn = /^(?:\{\{(?!!)|\{%|\{!!|<%(?!#)|<\?|\[%(?!#)|\[\[|\[\(|[$@#*]|<@)/;

/** Whether words that stay are one tag of a segment: code, an element that is not to be translated. */
const isElementOfWords = (raw: string): boolean => {
  const [opening = '', name = ''] = openingName.exec(raw) ?? [];
  const closing = raw.lastIndexOf('</');
  const opened = raw.indexOf('>', opening.length);
  if (name === '' || wordless.has(name.toLowerCase()) || !raw.endsWith('>') || opened === -1 || opened >= closing)
    return false;
  return (
    raw
      .slice(closing + 2, -1)
      .trimEnd()
      .toLowerCase() === name.toLowerCase()
  );
};

/** Whether one tag of a segment stands for words, which a copy of the segment has too. */
export const isCopied = (raw: string): boolean => filledIn.test(raw) || isElementOfWords(raw);

/** Words that stay beside a segment, which are its own: none where nothing but white space and pictures is there. */
const wordsBeside = (parts: readonly WrittenPart[], isWord: (raw: string) => boolean): readonly WrittenPart[] =>
  parts.some(({ kind, raw }) => kind === 'single' && isWord(raw)) ? parts : [];

/** Words at a segment's edges that its source copy has behind it, and its translation before it: the file has the others. */
export const wordsAtEdges = (
  { before, after }: RunEdges,
  isWord = isCopied,
): { behindSource: readonly WrittenPart[]; beforeTranslation: string } => ({
  behindSource: wordsBeside(after, isWord),
  beforeTranslation: wordsBeside(before, isWord)
    .map(({ kind, raw }) => (kind === 'text' || isWord(raw) ? withoutIds(raw) : ''))
    .join('')
    .trimStart(),
});

/** The source of a segment as an element that names its language, and a line break before the translation. */
export const sourceCopy = (source: readonly WrittenPart[], languages: Languages, isXml: boolean): string => {
  const text = source.map(({ kind, raw }) => {
    if (kind === 'text') return raw;
    if (kind === 'single') return isCopied(raw) ? withoutIds(raw) : '';
    const [, slash, name] = meaningful.exec(raw) ?? [];
    return name === undefined ? '' : `<${slash}${name}>`;
  });
  const isTurned = isRightToLeft(languages.source) !== isRightToLeft(languages.target);
  const direction = isTurned ? ` dir="${isRightToLeft(languages.source) ? 'rtl' : 'ltr'}"` : '';
  const language = `lang="${languages.source}"${isXml ? ` xml:lang="${languages.source}"` : ''}`;
  return `<span ${language}${direction}>${text.join('')}</span>${isXml ? '<br />' : '<br>'}`;
};

export const withoutIds = (raw: string): string => raw.replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, '');
