import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { WrittenPart } from '../inline/inline-run.js';
import type { Languages } from './tag-edits.js';

/** Markup that means something within a sentence; it is copied without attributes, so that no `id` is there twice. */
const meaningful = /^<(\/?)(abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|mark|q|s|small|strong|sub|sup|u)(?=[\s/>])/i;
/** Code and such, which is one tag of a segment. */
const code = /^<(?:code|kbd|samp|var)[\s>]/i;

/** The source of a segment as an element that names its language, and a line break before the translation. */
export const sourceCopy = (source: readonly WrittenPart[], languages: Languages, isXml: boolean): string => {
  const text = source.map(({ kind, raw }) => {
    if (kind === 'text') return raw;
    if (kind === 'single') return code.test(raw) ? withoutIds(raw) : '';
    const [, slash, name] = meaningful.exec(raw) ?? [];
    return name === undefined ? '' : `<${slash}${name}>`;
  });
  const isTurned = isRightToLeft(languages.source) !== isRightToLeft(languages.target);
  const direction = isTurned ? ` dir="${isRightToLeft(languages.source) ? 'rtl' : 'ltr'}"` : '';
  const language = `lang="${languages.source}"${isXml ? ` xml:lang="${languages.source}"` : ''}`;
  return `<span ${language}${direction}>${text.join('')}</span>${isXml ? '<br />' : '<br>'}`;
};

export const withoutIds = (raw: string): string => raw.replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, '');
