import { decodeHTML } from 'entities';
import type { InlineItem } from '../inline/inline-run.js';
import type { CueSyntax } from '../subtitles/cue-text.js';
import { beginsAnew, withSignsApart } from '../subtitles/line-signs.js';
import { joinLines } from '../subtitles/subtitle-lines.js';
import { type Languages, primary, relabelled } from '../text/language-labels.js';

export interface VttLanguages {
  languages?: Languages | undefined;
  /** The language that the header of the file has named. */
  ownLanguage?(): string | undefined;
}

/** Every tag, the timestamps of karaoke among them. */
export const vttMarkup = /<[^<>]*>/g;
const name = /^<\/?([a-z]+)(?=[\s.>])/i;
const pairs = new Set(['b', 'c', 'i', 'lang', 'ruby', 'rt', 'u']);
const languageTag = /^<lang[^\s<>]*\s+([\w-]+)/i;
const voice = /^\s*<v[\s.][^<>]*>/i;
const timestamp = /<[\d:.]+>/;

const tagItem = (raw: string): InlineItem => {
  const tagName = name.exec(raw)?.[1]?.toLowerCase() ?? '';
  // The end tag of a voice may be left out: a pair would hold what others say.
  if (!pairs.has(tagName)) return { kind: 'single', raw };
  return { kind: raw.startsWith('</') ? 'close' : 'open', name: tagName, raw };
};

/** A tag that names the source language names the target; which words are foreign is known by then. */
const withLanguage = (item: InlineItem, languages: Languages | undefined): InlineItem => {
  const [before, language = ''] = (item.kind === 'open' && item.name === 'lang' && languageTag.exec(item.raw)) || [];
  if (before === undefined) return item;
  const start = before.length - language.length;
  return { ...item, raw: item.raw.slice(0, start) + relabelled(language, languages) + item.raw.slice(before.length) };
};

/** Words in another language than those around them, which stay: `He said <lang fr>bonjour</lang>`. */
const withForeignWords = (items: readonly InlineItem[], isForeign: (raw: string) => boolean): InlineItem[] => {
  const open = items.findIndex((item) => item.kind === 'open' && item.name === 'lang' && isForeign(item.raw));
  const close =
    open === -1 ? -1 : items.findIndex((item, at) => at > open && item.kind === 'close' && item.name === 'lang');
  if (close === -1) return [...items];
  const outside = [...items.slice(0, open), ...items.slice(close + 1)];
  const [before, behind] = [items.slice(0, open), withForeignWords(items.slice(close + 1), isForeign)];
  if (!outside.some(({ kind, raw }) => kind === 'text' && /\p{L}/u.test(raw))) return [...items];
  const raw = items
    .slice(open, close + 1)
    .map((item) => item.raw)
    .join('');
  return [...before, { kind: 'single', raw }, ...behind];
};

const languageOfTag = (raw: string): string => languageTag.exec(raw)?.[1] ?? '';

const itemsOfLine = (line: string, { languages, ownLanguage }: VttLanguages): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  for (const { index, 0: raw } of line.matchAll(vttMarkup)) {
    if (index > from) items.push({ kind: 'text', raw: line.slice(from, index) });
    items.push(tagItem(raw));
    from = index + raw.length;
  }
  if (from < line.length) items.push({ kind: 'text', raw: line.slice(from) });
  const own = ownLanguage?.();
  const isForeign = (raw: string): boolean =>
    languageOfTag(raw) !== '' && (own === undefined || primary(languageOfTag(raw)) !== primary(own));
  return withSignsApart(withForeignWords(items, isForeign).map((item) => withLanguage(item, languages)));
};

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const vttSyntax = (languages: VttLanguages): CueSyntax => ({
  itemsOfLine: (line) => itemsOfLine(line, languages),
  beginsAnew: (line) => voice.test(line) || beginsAnew(line.replace(vttMarkup, '')),
  decode: (raw) => decodeHTML(joinLines(raw)),
  encode: (text) => text.replace(/[&<>]/g, (character) => special[character] ?? character),
  edgeSpace: { start: /^(?:\s+|&nbsp;)/, end: /(?:\s+|&nbsp;)$/ },
  isTimed: (raw) => timestamp.test(raw),
});
