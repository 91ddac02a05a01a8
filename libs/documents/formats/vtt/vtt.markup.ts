import { decodeHTML } from 'entities';
import type { InlineItem } from '../inline/inline-run.js';
import type { CueSyntax } from '../subtitles/cue-text.js';
import { beginsAnew, withSignsApart } from '../subtitles/line-signs.js';
import { joinLines } from '../subtitles/subtitle-lines.js';

export interface Languages {
  source: string;
  target: string;
}

/** Every tag, the timestamps of karaoke among them. */
export const vttMarkup = /<[^<>]*>/g;
const name = /^<\/?([a-z]+)(?=[\s.>])/i;
const pairs = new Set(['b', 'c', 'i', 'lang', 'ruby', 'rt', 'u']);
const voice = /^\s*<v[\s.][^<>]*>/i;
const timestamp = /<[\d:.]+>/;

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** A language tag that names the source language becomes that of the target. */
export const relabelled = (tag: string, languages: Languages | undefined): string =>
  languages && primary(tag) === primary(languages.source) && primary(tag) !== primary(languages.target)
    ? languages.target
    : tag;

const tagItem = (raw: string, languages: Languages | undefined): InlineItem => {
  const tagName = name.exec(raw)?.[1]?.toLowerCase() ?? '';
  // The end tag of a voice may be left out: a pair would hold what others say.
  if (!pairs.has(tagName)) return { kind: 'single', raw };
  if (raw.startsWith('</')) return { kind: 'close', name: tagName, raw };
  const [before, language = ''] = tagName === 'lang' ? (/^<lang[^\s<>]*\s+([\w-]+)/i.exec(raw) ?? []) : [];
  if (before === undefined) return { kind: 'open', name: tagName, raw };
  const start = before.length - language.length;
  const relabelledTag = raw.slice(0, start) + relabelled(language, languages) + raw.slice(before.length);
  return { kind: 'open', name: tagName, raw: relabelledTag };
};

const itemsOfLine = (line: string, languages: Languages | undefined): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  for (const { index, 0: raw } of line.matchAll(vttMarkup)) {
    if (index > from) items.push({ kind: 'text', raw: line.slice(from, index) });
    items.push(tagItem(raw, languages));
    from = index + raw.length;
  }
  if (from < line.length) items.push({ kind: 'text', raw: line.slice(from) });
  return withSignsApart(items);
};

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const vttSyntax = (languages: Languages | undefined): CueSyntax => ({
  itemsOfLine: (line) => itemsOfLine(line, languages),
  beginsAnew: (line) => voice.test(line) || beginsAnew(line.replace(vttMarkup, '')),
  decode: (raw) => decodeHTML(joinLines(raw)),
  encode: (text) => text.replace(/[&<>]/g, (character) => special[character] ?? character),
  edgeSpace: { start: /^(?:\s+|&nbsp;)/, end: /(?:\s+|&nbsp;)$/ },
  isTimed: (raw) => timestamp.test(raw),
});
